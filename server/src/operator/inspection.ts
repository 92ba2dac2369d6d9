import { withTimeout } from '../core/async/with-timeout.ts'
import type { Load } from '../core/domain/generation/capacity.ts'
import { mayBeId, taskIdTimeMs } from '../core/domain/ids.ts'
import { type ProductName, productNames } from '../core/domain/products.ts'
import type { ProviderCapacity } from '../core/ports/provider.ts'
import { type Account, listAccountsPage } from '../database/accounts/accounts.ts'
import { listApiKeys } from '../database/accounts/api-keys.ts'
import type { Database } from '../database/database.ts'
import { listAccountNames, searchAccounts } from '../database/operator/account-search.ts'
import { listAuditEntries } from '../database/operator/audit-entries.ts'
import { countLeasesByWorker, countQueueByProduct } from '../database/operator/tasks-overview.ts'
import { listPauses, type Pause } from '../database/providers/pauses.ts'
import { listLiveWorkers } from '../database/queue/live-workers.ts'
import type { Disagreement } from '../database/reconciliation/disagreement.ts'
import { disagreementsByChunk } from '../database/reconciliation/reconcile-ledger.ts'
import { readSweep } from '../database/sweep-runs.ts'
import { listProviderStates, type ProviderState } from '../use-cases/providers/provider-states.ts'
import { readLoad, readTiers } from '../use-cases/read-load.ts'
import { listTasks } from './list-tasks.ts'
import { showOverview } from './overview.ts'
import { resolveAccount } from './resolve-account.ts'
import { showCosts } from './show-costs.ts'
import { showTask } from './show-task.ts'
import { showUsage, type UsagePeriod } from './show-usage.ts'
import type { TaskQuery } from './task-page.ts'

/** An engine as the providers file names it. */
export interface Engine {
  readonly name: string
  readonly capacity?: ProviderCapacity | undefined
  /** The products that it may be given. @default not known */
  readonly productsServed?: readonly ProductName[] | undefined
}

/** Loads them where nothing else needs them. */
export type EngineList = () => readonly Engine[] | Promise<readonly Engine[]>

export interface EngineState extends Engine, ProviderState {}

/** Waiting and running work. */
export interface QueueState {
  readonly products: readonly {
    readonly product: ProductName
    /** In the queue or blocked. */
    readonly waiting: number
    /** Those whose account runs as many tasks as it may. */
    readonly blocked: number
    /** Age of the oldest that is not blocked. */
    readonly oldestWaitingSeconds: number
    /** undefined: it is not paused. */
    readonly pause: Pause | undefined
  }[]
  /** The same by resolution; undefined if too many wait to count them so. */
  readonly tiers: readonly TierWaiting[] | undefined
  readonly workers: readonly WorkerState[]
  readonly load: Load
}

export interface TierWaiting {
  readonly product: ProductName
  readonly tier: string
  readonly waiting: number
  readonly blocked: number
  readonly oldestWaitingSeconds: number
}

/** A live worker, or a dead one whose tasks no other has taken over yet. */
export interface WorkerState {
  readonly worker: string
  readonly isAlive: boolean
  readonly running: number
  readonly interrupted: number
  /** When its first lease expires; undefined if it has no task. */
  readonly leaseUntilMs: number | undefined
}

export interface Reconciliation {
  readonly disagreements: readonly Disagreement[]
  /** False if it stopped early, at its limit of time or of findings. */
  readonly isComplete: boolean
  /** The last complete one, by a worker; undefined before the first. */
  readonly lastSweep: { readonly endedAtMs: number; readonly found: number } | undefined
}

export interface AccountMatches {
  readonly accounts: readonly Account[]
  /** False if there are more than these. */
  readonly isComplete: boolean
}

export interface Page {
  readonly limit: number
}

/** What operators inspect. Read-only. */
export function createInspection(database: Database, engines: EngineList) {
  return {
    findAccounts: (request: Page & { readonly before?: string }) =>
      database.read((db) => listAccountsPage(db, request)),
    searchAccounts: (request: Page & { readonly text: string }) => findMatches(database, request),
    resolveAccount: (text: string) => resolveAccount(database, text),
    /** The names of accounts that have one. */
    nameAccounts: (accountIds: readonly string[]) => database.read((db) => listAccountNames(db, accountIds)),
    listTasks: (query: TaskQuery) => listTasks(database, query),
    showTask: (taskId: string) => showTask(database, taskId),
    showUsage: (request: Parameters<typeof showUsage>[1]) => showUsage(database, request),
    showCosts: (period: UsagePeriod) => showCosts(database, period),
    showOverview: (request: { readonly days: number }) => showOverview(database, request),
    showQueue: () => showQueue(database),
    listEngines: async () => listEngines(database, await engines()),
    nameEngines: async () => (await engines()).map(({ name }) => name),
    listApiKeys: (accountId: string) => database.read((db, now) => listApiKeys(db, now, accountId)),
    listAuditEntries: async (request: Page & { readonly accountId?: string; readonly before?: bigint }) =>
      mayBeId(request.accountId ?? 'any') ? database.read((db) => listAuditEntries(db, request)) : [],
    reconcileWithin: (bounds: { readonly msMax: number; readonly foundMax: number }) =>
      reconcileWithin(database, bounds),
  }
}

/** Accounts by the beginning of their id or name, or by their reference; up to `limit`. */
async function findMatches(
  database: Database,
  { text, limit }: Page & { readonly text: string },
): Promise<AccountMatches> {
  const found = await database.read((db) => searchAccounts(db, { text, limit: limit + 1 }))
  return { accounts: found.slice(0, limit), isComplete: found.length <= limit }
}

/** Every product, including those with nothing waiting; the age comes from the id of the oldest task. */
async function showQueue(database: Database): Promise<QueueState> {
  const counts = new Map(
    (await database.read(countQueueByProduct)).map((count) => [count.product, count] as const),
  )
  const pauses = (await database.read(listPauses)).filter(({ kind }) => kind === 'product')
  const workers = await listWorkers(database)
  const waiting = [...counts.values()].reduce((sum, count) => sum + count.waiting, 0)
  const tiers = await readTiers(database, waiting)
  const load = await readLoad(database, {
    workers: workers.filter(({ isAlive }) => isAlive).length,
    running: workers.reduce((sum, { running }) => sum + running, 0),
  })
  const ageOf = (oldestTaskId: string | undefined): number =>
    oldestTaskId === undefined ? 0 : Math.max(0, Date.now() - taskIdTimeMs(oldestTaskId)) / 1000
  return {
    tiers: tiers?.map(({ oldestTaskId, ...tier }) => ({
      ...tier,
      oldestWaitingSeconds: ageOf(oldestTaskId),
    })),
    load,
    products: productNames.map((product) => {
      const { waiting = 0, blocked = 0, oldestTaskId } = counts.get(product) ?? {}
      const pause = pauses.find(({ name }) => name === product)
      return { product, waiting, blocked, oldestWaitingSeconds: ageOf(oldestTaskId), pause }
    }),
    workers,
  }
}

async function listWorkers(database: Database): Promise<WorkerState[]> {
  const nowMs = await database.nowMs()
  const live = await database.read((db) => listLiveWorkers(db, nowMs))
  const claimed = await database.read((db) => countLeasesByWorker(db, nowMs))
  const idle = live
    .filter((name) => !claimed.some(({ worker }) => worker === name))
    .map((worker) => ({ worker, running: 0, interrupted: 0, leaseUntilMs: undefined }))
  return [...claimed, ...idle].map((state) => ({ ...state, isAlive: live.includes(state.worker) }))
}

async function listEngines(database: Database, engines: readonly Engine[]): Promise<EngineState[]> {
  const states = await listProviderStates(
    database,
    engines.map(({ name }) => name),
  )
  return engines.flatMap(({ name, capacity, productsServed }, index) => {
    const state = states[index]
    return state === undefined ? [] : [{ name, capacity, productsServed, ...state }]
  })
}

/** Reconciles the ledger, up to a limit of time and of findings. */
async function reconcileWithin(
  database: Database,
  { msMax, foundMax }: { readonly msMax: number; readonly foundMax: number },
): Promise<Reconciliation> {
  const endMs = performance.now() + msMax
  const disagreements: Disagreement[] = []
  const chunks = disagreementsByChunk(database)
  let isComplete = false
  while (disagreements.length <= foundMax && !isComplete) {
    // Not `for await`, which would wait for the chunk that it leaves, and so for a database that hangs.
    const leftMs = endMs - performance.now()
    const next = leftMs > 0 ? await withinTime(leftMs, chunks.next()) : undefined
    if (next === undefined) break
    isComplete = next.done === true
    if (!next.done) disagreements.push(...next.value)
  }
  // Fails if the database hangs; otherwise the reconciliation was only too long.
  const lastSweep = await database.read((db) => readSweep(db, 'reconcile-ledger'))
  return { disagreements: disagreements.slice(0, foundMax), isComplete, lastSweep }
}

/** undefined if it takes longer. Its own timeouts end it then, and nobody waits for it. */
async function withinTime<T>(msMax: number, work: Promise<T>): Promise<T | undefined> {
  const late = new Error('The time for a reconciliation is over.')
  return withTimeout(msMax, work, () => late).catch((error: unknown) => {
    if (error === late) return undefined
    throw error
  })
}
