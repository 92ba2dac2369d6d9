import { dayMs } from '../../core/domain/utc-day.ts'
import type { Logger } from '../../core/ports/logger.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import { correctResultBytes } from '../../database/accounts/result-bytes.ts'
import type { Database } from '../../database/database.ts'
import { DatabaseUnavailableError } from '../../database/database-unavailable-error.ts'
import { recountOpenTasks } from '../../database/money/ledger-totals.ts'
import { deleteUnusedPermits } from '../../database/queue/permits.ts'
import { closePeriods, exchangeNewestEntry } from '../../database/reconciliation/close-periods.ts'
import { compareStorage, resultsPerStatementDefault } from '../../database/reconciliation/compare-storage.ts'
import type { Disagreement } from '../../database/reconciliation/disagreement.ts'
import { findDueDisagreements } from '../../database/reconciliation/reconcile-ledger.ts'
import { recountUsage } from '../../database/reconciliation/recount-usage.ts'
import {
  claimSweep,
  continueSweep,
  holdsSweep,
  moveSweepPosition,
  readSweep,
  readSweepPosition,
  recordSweep,
} from '../../database/sweep-runs.ts'
import { deleteOldIdempotencyKeys } from '../../database/tasks/idempotency-keys.ts'
import { recountKeptUploads } from '../../database/uploads/kept-uploads.ts'
import { expireUploads } from '../../database/uploads/uploads.ts'
import { stagingKeyOf } from '../uploads/uploads.ts'

interface SweepDependencies {
  readonly database: Database
  readonly objectStore: ObjectStore
  readonly logger: Logger
}

/** Rows per transaction, so that a sweep never holds locks for long. */
export const batchMax = 500
const batchesMax = 1000
/**
 * Every process checks once an hour; slightly less, so that an early check does not postpone the run by
 * another hour.
 */
export const hourlyMs = 55 * 60_000
/**
 * Every process checks once in 15 minutes; slightly less, so that an early check does not postpone the run by
 * another 15.
 */
const reconcileEveryMs = 14 * 60_000
/** What ended longer before the last run is not read again before its period. */
const endedAgainMs = 3_600_000
/** Storage is no money, and adding it up reads the output of every task: once a day, a part in each run. */
const reconcileStorageEveryMs = dayMs
/** Added up by a run: a few seconds for one account, up to twenty where small accounts lie scattered on the disk. */
const storedResultsDefault = 500_000

/** Marks expired uploads and deletes their bytes. Returns how many it marked. */
export async function sweepUploads({
  database,
  objectStore,
}: Pick<SweepDependencies, 'database' | 'objectStore'>): Promise<number> {
  return inBatches(async () => {
    const ids = await database.transaction((tx) => expireUploads(tx, batchMax))
    for (const id of ids) await objectStore.delete(stagingKeyOf(id))
    return ids.length
  })
}

/** Deletes expired idempotency keys. Returns how many. */
export async function sweepIdempotencyKeys(
  { database }: Pick<SweepDependencies, 'database'>,
  rememberedMs: number,
): Promise<number> {
  return inBatches(() =>
    database.transaction((tx) => deleteOldIdempotencyKeys(tx, { rememberedMs, limit: batchMax })),
  )
}

/**
 * Closes full periods of the ledger and reconciles what is due of it, if it is time, in one process for all, and once a
 * day the storage. A disagreement is logged as an error that should page somebody, and every process exports the number
 * of disagreements. Usage, open tasks and storage are derived from tasks and uploads, some of them written by processes
 * of older versions that do not count; they are recounted at once, and what such processes leave of ended tasks is
 * deleted. undefined if it was not time.
 */
export async function reconcileLedger(
  { database, logger }: Pick<SweepDependencies, 'database' | 'logger'>,
  {
    entriesPerPeriod,
    storedResultsMax = storedResultsDefault,
  }: { readonly entriesPerPeriod?: number; readonly storedResultsMax?: number } = {},
): Promise<readonly Disagreement[] | undefined> {
  const due = await database.transaction(async (tx) => {
    if (!(await claimSweep(tx, 'reconcile-ledger', reconcileEveryMs))) return undefined
    const last = await readSweep(tx.db, 'reconcile-ledger')
    const endedSinceMs = Math.min(last?.endedAtMs ?? tx.nowMs, tx.nowMs) - endedAgainMs
    return { endedSinceMs, closableUpTo: await exchangeNewestEntry(tx) }
  })
  if (due === undefined) return undefined
  await closeLedger({ database, logger }, due.closableUpTo, entriesPerPeriod)
  const disagreements: Disagreement[] = []
  for (const disagreement of await findDueDisagreements(database, due))
    if (!(await isRecounted({ database, logger }, disagreement))) disagreements.push(disagreement)
  await inBatches(() => database.transaction((tx) => deleteUnusedPermits(tx, batchMax)))
  for (const disagreement of disagreements) logger.error({ ...disagreement }, 'ledger disagreement')
  await database.transaction((tx) => recordSweep(tx, 'reconcile-ledger', disagreements.length))
  await reconcileStorage({ database, logger }, storedResultsMax)
  return disagreements
}

/** An entry that is not committed for long postpones the closing, and nothing else. */
async function closeLedger(
  { database, logger }: Pick<SweepDependencies, 'database' | 'logger'>,
  upTo: bigint,
  entriesPerPeriod: number | undefined,
): Promise<void> {
  try {
    const closed = await closePeriods(database, upTo, { entriesPerPeriod })
    if (closed > 0) logger.info({ closed }, 'periods of the ledger closed')
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    logger.warn({ err: error }, 'the ledger could not be closed')
  }
}

/** Account after account, a large one in parts, until a run has added up enough; the next one goes on. */
async function reconcileStorage(
  { database, logger }: Pick<SweepDependencies, 'database' | 'logger'>,
  resultsMax: number,
): Promise<void> {
  const claim = await database.transaction(async (tx) =>
    (await claimSweep(tx, 'reconcile-storage', reconcileStorageEveryMs)) ? tx.nowMs : undefined,
  )
  if (claim === undefined) return
  let position = await database.read((db) => readSweepPosition(db, 'reconcile-storage'))
  let [found, results] = [0, 0]
  /** False if another process has gone on from there. */
  const move = async (to: string): Promise<boolean> => {
    const from = position
    position = to
    return to === from || (await moveSweepPosition(database, 'reconcile-storage', { from, to }))
  }
  const resultsPerStatement = Math.min(resultsPerStatementDefault, resultsMax)
  const options = { after: position, resultsPerStatement, inTurn: true }
  for await (const compared of compareStorage(database, options)) {
    for (const disagreement of compared.found) {
      logger.warn({ ...disagreement }, 'storage miscounted; recounting')
      await recountStorage(database, disagreement, claim + reconcileStorageEveryMs)
    }
    found += compared.found.length
    results += compared.results
    if (!(await move(compared.upTo))) return
    if (results < resultsMax) continue
    await database.transaction((tx) => continueSweep(tx, 'reconcile-storage'))
    return
  }
  if (await move('')) await database.transaction((tx) => recordSweep(tx, 'reconcile-storage', found))
}

/** False if the disagreement is not of a kind that can be counted again. */
async function isRecounted(
  { database, logger }: Pick<SweepDependencies, 'database' | 'logger'>,
  disagreement: Disagreement,
): Promise<boolean> {
  const derived = recounts[disagreement.kind]
  // Nothing is counted below 0: then the ledger itself is wrong.
  if (derived === undefined || disagreement.expected.startsWith('-')) return false
  logger.warn({ ...disagreement }, `${derived.what} miscounted; recounting`)
  await derived.recount(database, disagreement)
  return true
}

const recounts: Partial<
  Record<
    Disagreement['kind'],
    { what: string; recount: (database: Database, disagreement: Disagreement) => Promise<void> }
  >
> = {
  usage: {
    what: 'usage',
    recount: (database, { accountId }) => recountUsage(database, accountId),
  },
  open: {
    what: 'open tasks',
    recount: (database, { accountId }) => recountOpenTasks(database, accountId),
  },
}

/** Adds what the count of results lacks once: not after another run has begun, which may have found it, too. */
async function recountStorage(
  database: Database,
  { accountId, missingBytes = 0 }: Disagreement,
  dueAtMs: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await recountKeptUploads(tx, accountId)
    if (missingBytes === 0 || tx.mayHaveCommitted) return
    if (await holdsSweep(tx, 'reconcile-storage', dueAtMs))
      await correctResultBytes(tx, accountId, { missingBytes })
  })
}

/** Sweeps batches until one is not full. Returns the total. */
export async function inBatches(sweepBatch: () => Promise<number>): Promise<number> {
  let total = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const swept = await sweepBatch()
    total += swept
    if (swept < batchMax) break
  }
  return total
}
