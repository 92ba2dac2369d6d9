import { createCoalescingCache } from '../../coordination/coalescing-cache.ts'
import type { Pricing } from '../../core/domain/catalogue.ts'
import { failuresInARowMin } from '../../core/domain/generation/failing-engines.ts'
import { findFailing, recentEndsMs } from '../../core/domain/generation/failing-products.ts'
import { taskIdTimeMs } from '../../core/domain/ids.ts'
import type { ProductName } from '../../core/domain/products.ts'
import type { Database } from '../../database/database.ts'
import { countQueueByProduct } from '../../database/operator/tasks-overview.ts'
import { listProviderHealth } from '../../database/providers/health.ts'
import { countEnds } from '../../database/tasks/task-ends.ts'

/** A product that can be ordered, and is not served as it should be. */
export interface Trouble {
  readonly product: ProductName
  /**
   * Most of its tasks that ended in the last 15 minutes failed; or all engines of one of its tiers fail, whether or
   * not a task has ended since; or a task that is not blocked waits for long.
   */
  readonly kind: 'fails' | 'enginesFail' | 'waits'
}

export interface TroublesDependencies {
  readonly database: Database
  readonly catalogue: { readonly pricing: Pricing }
  /** The names of the engines of a tier, up or down. */
  readonly enginesOf: (product: ProductName, tier: string) => readonly string[]
  readonly elapsedMs: () => number
}

/** Whoever asks within this time is told the same: the answer is public, and reads the ends of 15 minutes. */
const keptMs = 10_000
/** As the alert MediagenQueueOld says. */
const waitMsMax = 300_000

export function createListTroubles(deps: TroublesDependencies): () => Promise<readonly Trouble[]> {
  const read = () => readTroubles(deps)
  return createCoalescingCache({ read, ageMsMax: keptMs, nowMs: deps.elapsedMs }).get
}

async function readTroubles(deps: TroublesDependencies): Promise<Trouble[]> {
  const { database } = deps
  const nowMs = await database.nowMs()
  const ends = await database.read((db) => countEnds(db, nowMs - recentEndsMs))
  // Not what a customer's input is blamed for: one customer could say to all others that the service fails.
  const blamed = ends.filter(({ errorCode }) => errorCode !== 'INVALID_INPUT')
  const failing = findFailing(blamed).filter(({ ended, failed }) => 2 * failed > ended)
  const waiting = (await database.read(countQueueByProduct)).filter(
    ({ oldestTaskId }) => oldestTaskId !== undefined && nowMs - taskIdTimeMs(oldestTaskId) >= waitMsMax,
  )
  const unserved = (await findUnserved(deps)).filter((product) =>
    failing.every((one) => one.product !== product),
  )
  return [
    ...failing.map(({ product }) => ({ product, kind: 'fails' as const })),
    ...unserved.map((product) => ({ product, kind: 'enginesFail' as const })),
    ...waiting.map(({ product }) => ({ product, kind: 'waits' as const })),
  ]
}

/** The products with a tier of which every engine has failed again and again since its last success. */
async function findUnserved({
  database,
  catalogue,
  enginesOf,
}: TroublesDependencies): Promise<ProductName[]> {
  const health = await database.read(listProviderHealth)
  const fails = (engine: string): boolean => (health.get(engine)?.failures ?? 0) >= failuresInARowMin
  return catalogue.pricing.products
    .filter(({ product, tiers }) =>
      tiers.some(({ tier }) => {
        const engines = enginesOf(product, tier)
        return engines.length > 0 && engines.every(fails)
      }),
    )
    .map(({ product }) => product)
}
