import type { Database } from '../database/database.js'
import { listTasksInHand } from '../database/provider-capacity.js'
import type { ProductName } from '../domain/generation/products.js'
import type { ProviderRegistry } from './provider-registry.js'

/**
 * How many more tasks of each product the engines have room for, so that a worker claims no task that would
 * only wait in its hands: as long as it waits in the queue, its caller may cancel it. A product that any
 * engine without a bound serves is not in the answer. Workers that look at the same moment may claim a few
 * too many; those then wait for room.
 */
export async function roomForProducts(
  database: Database,
  providers: ProviderRegistry,
  products: readonly ProductName[],
): Promise<ReadonlyMap<ProductName, number>> {
  const bounded = products.filter((product) => {
    const serving = providers.providersOf(product)
    return serving.length > 0 && serving.every(({ limits }) => limits?.concurrency !== undefined)
  })
  if (bounded.length === 0) return new Map()
  const inHand = await database.read(listTasksInHand)
  return new Map(
    bounded.map((product) => {
      const serving = providers.providersOf(product)
      const names = new Set(serving.map(({ name }) => name))
      const slots = serving.reduce((sum, { limits }) => sum + (limits?.concurrency ?? 0), 0)
      // A task that no engine has yet will go to one of those that its own product is routed to.
      const taken = inHand.filter(({ provider, product: ofTask }) =>
        provider === undefined
          ? providers.providersOf(ofTask).some(({ name }) => names.has(name))
          : names.has(provider),
      )
      return [product, Math.max(0, slots - taken.reduce((sum, { count }) => sum + count, 0))]
    }),
  )
}
