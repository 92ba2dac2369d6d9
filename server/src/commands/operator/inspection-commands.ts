import { Command, Option } from 'commander'
import { type TaskStatus, taskStatuses } from '../../core/domain/tasks/task-states.ts'
import type { Administration } from '../../operator/administration.ts'
import { viewTask } from '../../operator/task-views.ts'
import { viewAuditEntry, viewEngine, viewQueue } from '../../operator/views.ts'
import { timeText } from '../look/text.ts'
import { once, parseEntryId, parseId, parseLimit } from './arguments.ts'
import type { CommandResult, RunWith } from './command.ts'
import { engineHealthText } from './engine-health.ts'
import { createOverviewCommand } from './overview-command.ts'
import { excerpt, sentences, tableOf } from './table.ts'
import { createTaskCommands } from './task-commands.ts'
import { createUsageCommand } from './usage-command.ts'

const limitDefault = 50

/** The commands that inspect tasks, queue, engines and past actions, in the order of the help. */
export function createInspectionCommands(runWith: RunWith): Command[] {
  return [
    new Command('list-tasks')
      .description('Lists tasks with their status, engine, key and prompt, a page at a time')
      .addOption(new Option('--status <status>', 'only tasks in this status').choices(taskStatuses))
      .option('--account <account>', 'only tasks of this account', once(parseId))
      .addOption(limitOption())
      .option('--after <cursor>', 'continues after a page: its "next"', once(parseId))
      .action(runWith(listTasks)),
    ...createTaskCommands(runWith),
    createOverviewCommand(runWith),
    createUsageCommand(runWith),
    new Command('show-queue')
      .description(
        'Shows waiting tasks by product, how many of them their account holds back, the age of the oldest other one, and workers with what they run',
      )
      .action(runWith(showQueue)),
    new Command('list-engines')
      .description('Shows the health of each engine of the providers file, over all workers')
      .action(runWith(listEngines)),
    new Command('audit')
      .description('Lists what operators did, newest first: when, who, what and to which account or key')
      .option('--account <account>', 'only actions on this account', once(parseId))
      .addOption(limitOption())
      .option('--before <entry>', 'continues after a page: the ID of its last entry', once(parseEntryId))
      .action(runWith(listAudit)),
  ]
}

function limitOption(): Option {
  return new Option('--limit <number>', 'entries on a page').argParser(once(parseLimit))
}

interface TaskOptions {
  readonly status?: TaskStatus
  readonly account?: string
  readonly limit?: number
  readonly after?: string
}

async function listTasks(accounts: Administration, options: TaskOptions): Promise<CommandResult> {
  const { status, account, limit = limitDefault, after } = options
  const { tasks, next } = await accounts.listTasks({ status, accountId: account, limit, cursor: after })
  const names = await accounts.nameAccounts(tasks.map(({ accountId }) => accountId))
  const rows = tasks.map((task) => viewTask(task, names))
  const table = tableOf(
    ['TASK', 'STATUS', 'COST USD>', 'TYPE', 'ACCEPTED', 'ENGINE', 'KEY ID', 'PROMPT…'],
    rows.map((task) => [
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
  const more = next === undefined ? [] : sentences({ text: 'More:', command: `--after ${next}` })
  return { json: { tasks: rows, next: next ?? null }, text: [table, ...more] }
}

async function showQueue(accounts: Administration): Promise<CommandResult> {
  const queue = viewQueue(await accounts.showQueue())
  return {
    json: queue,
    text: [
      tableOf(
        ['PRODUCT', 'WAITING>', 'HELD>', 'OLDEST S>'],
        queue.products.map((row) => [
          row.product,
          ...[row.waiting, row.held, row.oldestWaitingSeconds].map(String),
        ]),
      ),
      '',
      tableOf(
        ['WORKER', 'STATE', 'RUNNING>', 'INTERRUPTED>', 'FIRST LEASE UNTIL'],
        queue.workers.map((row) => [
          row.worker,
          row.isAlive ? 'alive' : 'dead',
          String(row.running),
          String(row.interrupted),
          row.firstLeaseUntil === null ? '-' : timeText(row.firstLeaseUntil),
        ]),
      ),
    ],
  }
}

async function listEngines(accounts: Administration): Promise<CommandResult> {
  const engines = (await accounts.listEngines()).map(viewEngine)
  return {
    json: { engines },
    text: [
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
    ],
  }
}

async function listAudit(
  accounts: Administration,
  { account, limit = limitDefault, before }: { account?: string; limit?: number; before?: bigint },
): Promise<CommandResult> {
  const entries = await accounts.listAuditEntries({
    limit,
    ...(account !== undefined && { accountId: account }),
    ...(before !== undefined && { before }),
  })
  const names = await accounts.nameAccounts(entries.flatMap(({ accountId }) => accountId ?? []))
  const rows = entries.map((entry) => viewAuditEntry(entry, names))
  return {
    json: { entries: rows, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) },
    text: [
      tableOf(
        ['ENTRY>', 'ACTION', 'WHEN', 'SUBJECT', 'WHO', 'ACCOUNT', 'DETAILS…'],
        rows.map((row) => [
          row.id,
          row.action,
          timeText(row.at),
          row.subject,
          excerpt(row.actor),
          row.accountId ?? '-',
          detailsOf(row.details),
        ]),
      ),
    ],
  }
}

/** What an action changed, in words that can wrap. */
function detailsOf(details: object): string {
  return Object.entries(details)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
