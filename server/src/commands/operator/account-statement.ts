import { taskStatuses } from '../../core/domain/tasks/task-states.ts'
import type { StatementView } from '../../operator/views.ts'
import type { Block } from '../look/blocks.ts'
import { timeText } from '../look/text.ts'
import { keyTable } from './key-outputs.ts'
import { countOf, fieldsOf, formatBytes } from './table.ts'

/** The output of show-account. */
export function printStatement(view: StatementView): Block[] {
  const { ledger, tasks, uploads, results, limits, apiKeys } = view
  return [
    fieldsOf(
      ['Account', `${view.accountId}, opened ${timeText(view.createdAt)}, ${view.state}`],
      view.name === null ? null : ['Name', view.name],
      view.reference === null ? null : ['Reference', view.reference],
      deletionField(view),
      ['Balance', `${view.balance} USD available, ${view.reserved} USD reserved`],
      ['Ledger', `credited ${ledger.credited}, debited ${ledger.debited}, charged ${ledger.charged}`],
      ledger.closed === null ? null : ['Proven', provenText(ledger.closed)],
      [
        'Open',
        `${openTasks(view.tasksOpen, limits.openTasksMax)}, ${tasks.PROCESSING}${ofLimit(limits.runningTasksMax)} running`,
      ],
      ['Tasks', taskStatuses.map((status) => `${tasks[status]} ${status}`).join(', ')],
      ['Uploads', `${uploads.kept} kept (${formatBytes(uploads.bytesKept)} of space), ${uploads.open} open`],
      ['Results', formatBytes(results.bytes)],
      [
        'Limits',
        `${limits.generationRequestsPerMinute} generations a minute, ${limits.openUploadsMax} uploads open, ${formatBytes(limits.keptUploadsBytesMax)} of uploads kept`,
      ],
    ),
    '',
    keyTable(apiKeys),
  ]
}

function provenText({ lastEntry, provenSince }: NonNullable<StatementView['ledger']['closed']>): string {
  return provenSince === null
    ? `disagrees at or before entry ${lastEntry}: reconcile-ledger`
    : `up to entry ${lastEntry}, all of it read again since ${timeText(provenSince)}`
}

function deletionField({ accountId, dataDeletion }: StatementView): readonly [string, string] | null {
  if (dataDeletion === null) return null
  const { begunAt, endedAt } = dataDeletion
  return [
    'Data',
    endedAt === null
      ? `a deletion began ${timeText(begunAt)} and has not ended: delete-account-data ${accountId} --yes`
      : `deleted ${timeText(endedAt)}`,
  ]
}

function openTasks(open: number, limit: number | null): string {
  return limit === null ? countOf(open, 'task') : `${open} of ${countOf(limit, 'task')}`
}

function ofLimit(limit: number | null): string {
  return limit === null ? '' : ` of ${limit}`
}
