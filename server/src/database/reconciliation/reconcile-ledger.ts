import { taskIdFrom, taskIdTimeMs } from '../../core/domain/ids.ts'
import { dayMs } from '../../core/domain/utc-day.ts'
import type { Database } from '../database.ts'
import { chunksOf } from './chunks.ts'
import { compareAccounts, type OpenLedger } from './compare-accounts.ts'
import { comparePeriod } from './compare-periods.ts'
import { compareStorage } from './compare-storage.ts'
import { compareEndedTasks, compareTasks } from './compare-tasks.ts'
import type { Disagreement } from './disagreement.ts'
import { findNewestEntry, type LedgerPeriod, listPeriodsToRead, recordCheck } from './ledger-periods.ts'
import { compareSpending } from './reconcile-spending.ts'

/**
 * Rows per statement: a long-held snapshot would keep the database from purging old row versions. Few accounts where a
 * statement reads all of their ledger, because the database ends it after a minute.
 */
interface ChunkSizes {
  readonly accounts: number
  readonly tasks: number
}
const chunkSizesDefault: ChunkSizes = { accounts: 10, tasks: 2_000 }
/** Of accounts where a statement reads what is not closed of all of them, and two rows or all usage of each. */
const accountsPerStatement = { moved: 10_000, all: 500 } as const
/** Twice a period: about a second of a statement. */
const shortLedgerMax = 1_000_000n

/** Runs are due every quarter of an hour, and each period is read again within a week. */
const runsPerRound = 7 * 24 * 4
/** Periods in which something disagrees are read in every run; so many of them. */
const disputedMax = 10

interface ReconciliationOptions {
  readonly chunkSizes?: ChunkSizes | undefined
}

interface ProofOptions extends ReconciliationOptions {
  /** The storage of uploads and results reads tasks once more, in the order of accounts. @default both */
  readonly of?: 'books' | 'storage'
  /** Called with what is read next. */
  readonly onProgress?: ((next: string) => void) | undefined
}

/**
 * Compares every account with its ledger and every task with its entries, and reads every row for it. Balance is
 * credits minus debits and reservations plus refunds; reserved is reservations minus charges and refunds; an open task
 * has only its reservation, an ended one also the closing entry of its status, each of the task's cost. Also compares
 * every task with the work: a waiting task is in the queue, a running one has a lease or is queued again,
 * an ended one neither; otherwise its money would stay reserved for ever. And every account's usage and count
 * of open tasks with its ledger, the spending of every key with its unrefunded tasks, and every
 * account's storage with its READY uploads and its results. The ledger of an account is its last closing and what came
 * after it, and every closing is compared with the entries that it stands for; of archived tasks, with the sums that
 * were written when they left. Each account and each task is read in
 * one statement with all that belongs to it, so at one moment. Only reads.
 */
export async function findDisagreements(
  database: Database,
  { limit = 1000, ...options }: ProofOptions & { readonly limit?: number } = {},
): Promise<Disagreement[]> {
  return collect(disagreementsByChunk(database, options), limit)
}

/** The same chunk by chunk, with nothing for most: for callers that stop after some time. */
export async function* disagreementsByChunk(
  database: Database,
  { of, chunkSizes, onProgress = () => undefined }: ProofOptions = {},
): AsyncGenerator<Disagreement[]> {
  const { tasks, accounts } = chunkSizes ?? chunkSizesDefault
  if (of !== 'storage') {
    const periods = await database.read(listPeriodsToRead)
    onProgress('accounts')
    yield* disagreementsOfAccounts(database, periods, { usageOf: 'all', chunkSizes })
    for (const [index, period] of periods.entries()) {
      onProgress(`the closed period ${index + 1} of ${periods.length}`)
      yield* comparePeriod(database, period)
    }
    for await (const chunk of chunksOf(database, 'tasks', tasks)) {
      onProgress(`tasks up to ${new Date(taskIdTimeMs(chunk.upTo)).toISOString()}`)
      yield await compareTasks(database, chunk)
    }
    onProgress('the spending of keys')
    for await (const chunk of chunksOf(database, 'key_limits', accounts))
      yield await compareSpending(database, chunk, 'all')
  }
  // Last, because its findings are not money.
  if (of !== 'books') {
    onProgress('storage')
    for await (const { found } of compareStorage(database, { resultsPerStatement: chunkSizes?.tasks }))
      yield [...found]
  }
}

/**
 * The part of it that is due, whatever the size of the past: every account, with its last closing and what came after
 * it; the tasks and the spending of that time, at least of a day; what has ended since `endedSinceMs`; and at least one
 * closed period, that which was read longest ago, besides those in which something disagreed. Records which were read.
 */
export async function findDueDisagreements(
  database: Database,
  {
    limit = 1000,
    ...options
  }: ReconciliationOptions & { readonly endedSinceMs: number; readonly limit?: number },
): Promise<Disagreement[]> {
  return collect(dueDisagreements(database, options), limit)
}

async function* dueDisagreements(
  database: Database,
  { endedSinceMs, chunkSizes }: ReconciliationOptions & { readonly endedSinceMs: number },
): AsyncGenerator<Disagreement[]> {
  const { tasks, accounts } = chunkSizes ?? chunkSizesDefault
  const periods = await database.read(listPeriodsToRead)
  const upToTaskId = periods.at(-1)?.lastTaskId ?? ''
  const disputed = new Set(periods.filter(({ checkedAtMs }) => checkedAtMs === 0))
  yield* disagreementsOfAccounts(database, periods, { usageOf: 'moved', chunkSizes })
  for await (const found of recentDisagreements(database, { upToTaskId, endedSinceMs, tasks })) {
    yield found.filter(({ taskId = '' }) => taskId > upToTaskId)
    // The others are found with their periods, which the runs that follow read as well.
    for (const { taskId = '' } of found) if (taskId <= upToTaskId) disputed.add(periodOf(periods, taskId))
  }
  for (const period of duePeriods(periods, disputed)) yield* disagreementsOfPeriod(database, period, tasks)
  for await (const chunk of chunksOf(database, 'key_limits', accounts))
    yield await compareSpending(database, chunk, 'due')
}

/** Of the tasks of a day, of those that are in no closed period, and of those that have ended since a time. */
async function* recentDisagreements(
  database: Database,
  request: { readonly upToTaskId: string; readonly endedSinceMs: number; readonly tasks: number },
): AsyncGenerator<Disagreement[]> {
  const { upToTaskId, endedSinceMs, tasks } = request
  const ofToday = taskIdFrom((await database.nowMs()) - dayMs)
  const after = upToTaskId < ofToday ? upToTaskId : ofToday
  for await (const chunk of chunksOf(database, 'tasks', tasks, { after }))
    yield await compareTasks(database, chunk)
  yield* compareEndedTasks(database, { sinceMs: endedSinceMs, upToTaskId: after, rows: tasks })
}

function periodOf(periods: readonly LedgerPeriod[], taskId: string): LedgerPeriod {
  const period = periods.find(({ lastTaskId }) => taskId <= lastTaskId)
  if (period === undefined) throw new Error(`The task ${taskId} is in no closed period.`)
  return period
}

function duePeriods(
  periods: readonly LedgerPeriod[],
  disputed: ReadonlySet<LedgerPeriod>,
): readonly LedgerPeriod[] {
  const oldest = periods
    .filter((period) => !disputed.has(period))
    .sort((one, other) => one.checkedAtMs - other.checkedAtMs)
  return [
    ...[...disputed].slice(0, disputedMax),
    ...oldest.slice(0, Math.ceil(periods.length / runsPerRound)),
  ]
}

async function* disagreementsOfPeriod(
  database: Database,
  period: LedgerPeriod,
  tasksPerChunk: number,
): AsyncGenerator<Disagreement[]> {
  let agrees = true
  const range = { after: period.afterTaskId, upTo: period.lastTaskId }
  for await (const found of comparePeriod(database, period)) {
    agrees &&= found.length === 0
    yield found
  }
  for await (const chunk of chunksOf(database, 'tasks', tasksPerChunk, range)) {
    const found = await compareTasks(database, chunk)
    agrees &&= found.length === 0
    yield found
  }
  await recordCheck(database, period, agrees)
}

async function* disagreementsOfAccounts(
  database: Database,
  periods: readonly LedgerPeriod[],
  { usageOf, chunkSizes }: ReconciliationOptions & { readonly usageOf: 'all' | 'moved' },
): AsyncGenerator<Disagreement[]> {
  const closedUpTo = periods.at(-1)?.lastId ?? 0n
  const isShort = (await database.read(findNewestEntry)) - closedUpTo <= shortLedgerMax
  const ledger: OpenLedger = { closedUpTo, isShort }
  const most = isShort ? accountsPerStatement[usageOf] : chunkSizesDefault.accounts
  const accounts = chunkSizes?.accounts ?? most
  for await (const chunk of chunksOf(database, 'accounts', accounts))
    yield await compareAccounts(database, chunk, { ...ledger, usageOf })
}

async function collect(chunks: AsyncGenerator<Disagreement[]>, limit: number): Promise<Disagreement[]> {
  const found: Disagreement[] = []
  for await (const chunk of chunks) {
    found.push(...chunk)
    if (found.length >= limit) return found.slice(0, limit)
  }
  return found
}
