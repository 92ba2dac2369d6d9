import { taskStatuses } from '../../core/domain/task-states.ts'
import type { AccountStatement } from '../../operator/administration.ts'
import { type StatementView, viewStatement } from '../../operator/views.ts'
import type { CommandResult } from './command.ts'
import { formatKeys } from './key-table.ts'
import { formatBytes } from './table.ts'

/** The output of show-account. */
export function statementResult(statement: AccountStatement): CommandResult {
  const view = viewStatement(statement)
  const { ledger, tasks, uploads, results, limits, apiKeys } = view
  return {
    json: view,
    text: [
      `Account   ${view.accountId}, opened ${view.createdAt}, ${view.state}`,
      ...(view.name === null ? [] : [`Name      ${view.name}`]),
      ...(view.reference === null ? [] : [`Reference ${view.reference}`]),
      ...deletionLines(view),
      `Balance   ${view.balance} USD available, ${view.reserved} USD reserved`,
      `Ledger    credited ${ledger.credited}, debited ${ledger.debited}, charged ${ledger.charged}, refunded ${ledger.refunded} (${ledger.entries} entries)`,
      `Open      ${view.tasksOpen} of ${limits.openTasksMax ?? 'any number of'} tasks, ${tasks.PROCESSING} of ${limits.runningTasksMax ?? 'any number'} running`,
      `Tasks     ${taskStatuses.map((status) => `${tasks[status]} ${status}`).join(', ')}`,
      `Uploads   ${uploads.kept} kept (${formatBytes(uploads.bytesKept)} of space), ${uploads.open} open`,
      `Results   ${formatBytes(results.bytes)}`,
      `Limits    ${limits.generationRequestsPerMinute} generations a minute, ${limits.openUploadsMax} uploads open, ${formatBytes(limits.keptUploadsBytesMax)} of uploads kept`,
      formatKeys(apiKeys),
    ].join('\n'),
  }
}

function deletionLines({ accountId, dataDeletion }: StatementView): string[] {
  if (dataDeletion === null) return []
  const { begunAt, endedAt } = dataDeletion
  return [
    endedAt === null
      ? `Data      a deletion began ${begunAt} and has not ended: delete-account-data ${accountId} --yes`
      : `Data      deleted ${endedAt}`,
  ]
}
