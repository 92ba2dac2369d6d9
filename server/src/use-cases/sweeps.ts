import type { Logger } from 'pino'
import type { Database } from '../database/database.js'
import { deleteOldIdempotencyKeys } from '../database/idempotency-keys.js'
import { type Disagreement, findDisagreements } from '../database/reconcile-ledger.js'
import { expireUploads } from '../database/uploads.js'
import type { ObjectStore } from '../ports/object-store.js'
import { stagingKeyOf } from './uploads.js'

interface SweepDependencies {
  readonly database: Database
  readonly objectStore: ObjectStore
  readonly logger: Logger
}

/** Rows of one transaction, so that a sweep never holds locks for long. */
const batchMax = 500
const batchesMax = 1000

/** Writes down that windows have closed and removes what was sent into them. Returns how many uploads it marked. */
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

/** Forgets idempotency keys past their time. Returns how many. */
export async function sweepIdempotencyKeys(
  { database }: Pick<SweepDependencies, 'database'>,
  rememberedMs: number,
): Promise<number> {
  return inBatches(() =>
    database.transaction((tx) => deleteOldIdempotencyKeys(tx, { rememberedMs, limit: batchMax })),
  )
}

/** Holds the books against each other; a disagreement is an error in the log that somebody should be woken for. */
export async function reconcileLedger({
  database,
  logger,
}: SweepDependencies): Promise<readonly Disagreement[]> {
  const disagreements = await findDisagreements(database)
  for (const disagreement of disagreements) logger.error({ ...disagreement }, 'ledger disagreement')
  return disagreements
}

async function inBatches(sweepBatch: () => Promise<number>): Promise<number> {
  let total = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const swept = await sweepBatch()
    total += swept
    if (swept < batchMax) break
  }
  return total
}
