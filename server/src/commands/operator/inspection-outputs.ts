import type { Commands } from '../../operator/operations/operations.ts'
import type { OverviewView } from '../../operator/overview-views.ts'
import type { QueueView } from '../../operator/views.ts'
import type { Block } from '../look/blocks.ts'
import { timeText } from '../look/text.ts'
import { engineHealthText } from './engine-health.ts'
import { pauseText } from './pause-outputs.ts'
import { countOf, excerpt, sentences, tableOf } from './table.ts'

export function printTasks({ tasks, next, read }: Commands['list-tasks']['view']): Block[] {
  const table = tableOf(
    ['TASK', 'STATUS', 'COST USD>', 'TYPE', 'ACCEPTED', 'ENGINE', 'KEY ID', 'PROMPT…'],
    tasks.map((task) => [
      task.taskId,
      task.error === null ? task.status : `${task.status} ${task.error.code}`,
      task.cost,
      `${task.type} ${task.tier}`,
      timeText(task.createdAt),
      task.engine ?? '-',
      task.keyId ?? '-',
      excerpt(task.prompt),
    ]),
  )
  return [
    table,
    ...(read === null ? [] : sentences(readText(read))),
    ...(next === null ? [] : sentences({ text: 'More:', command: `--after ${next}` })),
  ]
}

function readText({ tasks, of, backTo }: NonNullable<Commands['list-tasks']['view']['read']>): string {
  const share = of === null ? countOf(tasks, 'task') : `${tasks} of ${countOf(of, 'task')}`
  return `Read ${share}${backTo === null ? '' : `, back to ${timeText(backTo)}`}.`
}

export function printQueue({ products, tiers, workers, capacity }: QueueView): Block[] {
  return [
    tableOf(
      [
        'PRODUCT',
        'WAITING>',
        'BLOCKED>',
        'OLDEST S>',
        'DRAINED IN S>',
        'ENDED A MINUTE>',
        'ACCEPTED A MINUTE>',
      ],
      products.map((row) => [
        row.product,
        ...[row.waiting, row.blocked, row.oldestWaitingSeconds].map(String),
        row.drainSeconds === null ? '-' : String(row.drainSeconds),
        ...[row.endedPerMinute, row.acceptedPerMinute].map(String),
      ]),
    ),
    ...(tiers === null || tiers.length === 0
      ? []
      : [
          '',
          tableOf(
            ['PRODUCT', 'RESOLUTION', 'WAITING>', 'BLOCKED>', 'OLDEST S>'],
            tiers.map((row) => [
              row.product,
              row.tier,
              ...[row.waiting, row.blocked, row.oldestWaitingSeconds].map(String),
            ]),
          ),
        ]),
    '',
    tableOf(
      ['WORKER', 'STATE', 'RUNNING>', 'INTERRUPTED>', 'FIRST LEASE UNTIL'],
      workers.map((row) => [
        row.worker,
        row.isAlive ? 'alive' : 'dead',
        String(row.running),
        String(row.interrupted),
        row.firstLeaseUntil === null ? '-' : timeText(row.firstLeaseUntil),
      ]),
    ),
    ...products.flatMap(({ product, paused }) =>
      paused === null ? [] : sentences(`${product} ${pauseText(paused)}`),
    ),
    ...sentences(capacity.sentence),
  ]
}

export function printEngines({ engines }: Commands['list-engines']['view']): Block[] {
  return [
    tableOf(
      [
        'ENGINE',
        'HEALTH',
        'FAILURES IN A ROW>',
        'CALLS FAILED IN 1 H>',
        'TASKS FAILED IN 1 H>',
        'IN FLIGHT>',
      ],
      engines.map((engine) => [
        engine.name,
        engineHealthText(engine),
        String(engine.failuresInARow),
        String(engine.callsFailedInAnHour),
        engine.endedInAnHour === 0 ? '-' : `${engine.failedInAnHour} of ${engine.endedInAnHour}`,
        String(engine.inFlight),
      ]),
    ),
    ...engines.flatMap(explainEngine),
    ...whyTables(engines),
  ]
}

type EngineView = Commands['list-engines']['view']['engines'][number]

/** Since when it is down, what it said last, and who does its work. */
function explainEngine({
  name,
  paused,
  downSince,
  failingSince,
  lastError,
  passedOverInAnHour,
}: EngineView): Block[] {
  const since = downSince ?? failingSince
  return sentences(
    ...(paused === null ? [] : [`${name} ${pauseText(paused)}`]),
    ...(since === null
      ? []
      : [`${name} ${downSince === null ? 'has failed' : 'is down'} since ${timeText(since)}.`]),
    ...(lastError === null
      ? []
      : [
          `The last error of ${name}, ${timeText(lastError.at)}, task ${lastError.taskId}: ${lastError.what}${lastError.reason === null ? '' : `: ${excerpt(lastError.reason)}`}`,
        ]),
    ...(passedOverInAnHour === 0
      ? []
      : [
          `${countOf(passedOverInAnHour, 'task')} of the last hour passed over ${name}, because it was down.`,
        ]),
  )
}

function whyTables(engines: readonly EngineView[]): Block[] {
  const rows = engines.flatMap(({ name, failures, calls }) => [
    ...failures.map(({ code, ...counts }) => ({ name, what: `task failed: ${code}`, ...counts })),
    ...calls.map(({ what, ...counts }) => ({ name, what: `call ${what}`, ...counts })),
  ])
  if (rows.length === 0) return []
  return [
    tableOf(
      ['ENGINE', 'IN 1 H>', 'IN 24 H>', 'WHAT'],
      rows.map((row) => [row.name, String(row.inAnHour), String(row.inADay), row.what]),
    ),
  ]
}

export function printAudit({ entries }: Commands['audit']['view']): Block[] {
  return [
    tableOf(
      ['ENTRY>', 'ACTION', 'WHEN', 'SUBJECT', 'WHO', 'ACCOUNT', 'DETAILS…'],
      entries.map((entry) => [
        entry.id,
        entry.action,
        timeText(entry.at),
        entry.subject,
        excerpt(entry.actor),
        entry.accountId ?? '-',
        detailsOf(entry.details),
      ]),
    ),
  ]
}

/** What an action changed, in words that can wrap. */
function detailsOf(details: object): string {
  return Object.entries(details)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

export function printOverview({ days, failures }: OverviewView): Block[] {
  const { since, ended, failing, codes } = failures
  return [
    tableOf(
      ['DAY', 'SUCCEEDED>', 'FAILED>', 'CANCELLED>', 'CHARGED USD>'],
      days.map((day) => [day.date, ...[day.succeeded, day.failed, day.cancelled].map(String), day.charged]),
    ),
    ...failing.flatMap(({ product, ended, failed }) =>
      sentences(`${failed} of ${ended} ${product} tasks that ended in the last 15 minutes failed.`),
    ),
    ...sentences(
      ended === 0
        ? `No task ended since ${timeText(since)}.`
        : `Of the tasks that ended since ${timeText(since)}, ${sumOf(codes)} of ${ended} failed${codes.length === 0 ? '.' : ':'}`,
    ),
    ...(codes.length === 0 ? [] : failureTables(failures)),
  ]
}

function sumOf(codes: OverviewView['failures']['codes']): number {
  return codes.reduce((sum, { count }) => sum + count, 0)
}

function failureTables({ codes, newest }: OverviewView['failures']): Block[] {
  return [
    tableOf(
      ['CODE', 'FAILED>'],
      codes.map(({ code, count }) => [code, String(count)]),
    ),
    tableOf(
      ['TASK', 'CODE', 'ENGINE', 'ENDED'],
      newest.map((task) => [
        task.taskId,
        task.error?.code ?? '-',
        task.engine ?? '-',
        task.completedAt === null ? '-' : timeText(task.completedAt),
      ]),
    ),
  ]
}
