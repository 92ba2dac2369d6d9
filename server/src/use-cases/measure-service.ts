import { taskIdTimeMs } from '../core/domain/ids.ts'
import type { ProductName } from '../core/domain/products.ts'
import { sumResultBytes } from '../database/accounts/result-bytes.ts'
import type { Database } from '../database/database.ts'
import { sumSlots } from '../database/operator/load.ts'
import { countLeasesByWorker } from '../database/operator/tasks-overview.ts'
import { listProviderHealth } from '../database/providers/health.ts'
import { listPauses, type PausedThing } from '../database/providers/pauses.ts'
import { listLiveWorkers } from '../database/queue/live-workers.ts'
import { measureQueue as readQueue } from '../database/queue/queue.ts'
import { findClosedLedger } from '../database/reconciliation/ledger-periods.ts'
import { readSweep } from '../database/sweep-runs.ts'
import { sumUploadBytes } from '../database/uploads/kept-uploads.ts'
import { readTiers } from './read-load.ts'
import { readDatabaseClock } from './sweeps/agreeing-clocks.ts'

/** The state of the whole service in the shared database; every process reads the same. */
export interface ServiceMeasure {
  /** How far the database's clock is ahead of this process's, at least; negative if it is behind. */
  readonly databaseClockAheadMs: number
  /** Tasks that wait for a worker, that a live worker runs, and whose worker has died. */
  readonly waiting: number
  readonly running: number
  readonly interrupted: number
  readonly liveWorkers: number
  /** The tasks that live workers run at once; undefined if one of them does not tell. */
  readonly slots: number | undefined
  /** Waiting tasks by product and tier; undefined if too many wait. */
  readonly tiers: readonly TierMeasure[] | undefined
  /** Age of the oldest in the queue: a blocked task waits for its own account, not for a worker. */
  readonly oldestWaitingSeconds: number
  /** The last reconciliation of the ledger by any process; undefined before the first. */
  readonly reconciled: { readonly endedAtMs: number; readonly disagreements: number } | undefined
  /** Since when every closed period of the ledger was read and agreed; 0 while one does not, undefined if none is closed. */
  readonly ledgerProvenSinceMs: number | undefined
  /** The space used by the READY uploads of all accounts. */
  readonly uploadBytesKept: number
  /** The size of the results of all accounts. */
  readonly resultBytesKept: number
  /** Providers with failures since their last success, and whether these excluded them. */
  readonly troubledProviders: readonly { readonly provider: string; readonly isDown: boolean }[]
  /** What operators have paused. */
  readonly paused: readonly PausedThing[]
}

export interface TierMeasure {
  readonly product: ProductName
  readonly tier: string
  readonly waiting: number
  /** As that of all. */
  readonly oldestWaitingSeconds: number
}

/** Reads it for the metrics, with a few cheap statements. Throws if the database is unreachable. */
export async function measureService(database: Database): Promise<ServiceMeasure> {
  const { nowMs, aheadMs: databaseClockAheadMs } = await readDatabaseClock(database)
  const queue = await measureQueue(database)
  const claimed = await database.read((db) => countLeasesByWorker(db, nowMs))
  const liveWorkers = await database.read((db) => listLiveWorkers(db, nowMs))
  const health = await database.read(listProviderHealth)
  const reconciled = await database.read((db) => readSweep(db, 'reconcile-ledger'))
  const closed = await database.read((db) => findClosedLedger(db))
  const resultBytesKept = await database.read(sumResultBytes)
  const uploadBytesKept = await database.read(sumUploadBytes)
  return {
    databaseClockAheadMs,
    ...queue,
    running: claimed.reduce((sum, { running }) => sum + running, 0),
    interrupted: claimed.reduce((sum, { interrupted }) => sum + interrupted, 0),
    liveWorkers: liveWorkers.length,
    slots: await database.read((db) => sumSlots(db, nowMs)),
    tiers: await measureTiers(database, queue.waiting),
    uploadBytesKept,
    resultBytesKept,
    reconciled: reconciled && { endedAtMs: reconciled.endedAtMs, disagreements: reconciled.found },
    ledgerProvenSinceMs: closed?.provenSinceMs,
    paused: await database.read(listPauses),
    troubledProviders: [...health].map(([provider, { isDown }]) => ({ provider, isDown })),
  }
}

/** The age comes from the id of the oldest in the queue, which begins with its time. */
async function measureQueue(database: Database): Promise<{ waiting: number; oldestWaitingSeconds: number }> {
  const { waiting, oldestTaskId } = await database.read(readQueue)
  return { waiting, oldestWaitingSeconds: ageOf(oldestTaskId) }
}

async function measureTiers(database: Database, waiting: number): Promise<ServiceMeasure['tiers']> {
  const tiers = await readTiers(database, waiting)
  return tiers?.map(({ oldestTaskId, ...tier }) => ({ ...tier, oldestWaitingSeconds: ageOf(oldestTaskId) }))
}

function ageOf(oldestTaskId: string | undefined): number {
  return oldestTaskId === undefined ? 0 : Math.max(0, Date.now() - taskIdTimeMs(oldestTaskId)) / 1000
}
