import type { Load } from '../core/domain/generation/capacity.ts'
import { loadMs } from '../core/domain/generation/capacity.ts'
import { productNames } from '../core/domain/products.ts'
import type { Database } from '../database/database.ts'
import {
  countAccepted,
  countQueueByTier,
  sumSlots,
  sumWork,
  type TierCount,
} from '../database/operator/load.ts'
import { countQueueByProduct } from '../database/operator/tasks-overview.ts'

/** Of a longer queue the tiers are not counted, which reads the row of each task. */
const waitingReadMax = 20_000

/** Waiting tasks by product and tier; undefined if more wait than are read for it. */
export async function readTiers(
  database: Database,
  waiting: number,
): Promise<readonly TierCount[] | undefined> {
  return waiting > waitingReadMax ? undefined : database.read(countQueueByTier)
}

/** What waits, and what the workers have and did; `running` are the tasks that they have. */
export async function readLoad(
  database: Database,
  { workers, running }: { readonly workers: number; readonly running: number },
): Promise<Load> {
  const nowMs = await database.nowMs()
  const counts = await database.read(countQueueByProduct)
  const work = await database.read((db) => sumWork(db, nowMs - loadMs))
  const accepted = await database.read((db) => countAccepted(db, Date.now() - loadMs))
  const slots = await database.read((db) => sumSlots(db, nowMs))
  return {
    products: productNames.map((product) => {
      const { waiting = 0, blocked = 0 } = counts.find((one) => one.product === product) ?? {}
      const { ended = 0, seconds = 0 } = work.find((one) => one.product === product) ?? {}
      return { product, waiting, blocked, accepted: accepted.get(product) ?? 0, ended, seconds }
    }),
    workers,
    slots,
    running,
  }
}
