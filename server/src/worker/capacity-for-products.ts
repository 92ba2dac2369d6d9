import type { CircuitBreaker } from '../coordination/circuit-breaker.ts'
import { type ProductName, takesInput } from '../core/domain/products.ts'
import type { Provider } from '../core/ports/provider.ts'
import type { Database } from '../database/database.ts'
import { listNextStarts, listTasksInHand, startsLeft } from '../database/providers/capacity.ts'
import type { ProviderRegistry } from './provider-registry.ts'

/**
 * How many more tasks of each product the engines have capacity for, so that a worker claims no task that would only
 * wait in its hands: a task in the queue can still be cancelled by its caller. Products that an unlimited engine
 * serves are left out, and those of which all engines are paused: of these only what has a job is claimed. Of engines
 * that are down a task tries none while another one serves its product, so only where all are down they count. Workers
 * that read this at the same moment may claim a few tasks too many; those then wait for capacity. A task that waits for its
 * input to be decoded does not wait for an engine: of products with an input, only this worker's own tasks are counted
 * as waiting, without those that are aside (`inSlots`).
 */
export async function capacityForProducts(
  {
    database,
    providers,
    breaker,
  }: {
    readonly database: Database
    readonly providers: Pick<ProviderRegistry, 'providersOf'>
    readonly breaker: Pick<CircuitBreaker, 'paused' | 'isDown'>
  },
  products: readonly ProductName[],
  inSlots: (product: ProductName) => number,
): Promise<ReadonlyMap<ProductName, number>> {
  const isBounded = ({ capacity }: Provider): boolean =>
    capacity?.concurrency !== undefined || capacity?.requestsPerMinute !== undefined
  if (!products.some((product) => providers.providersOf(product).some(isBounded))) return new Map()
  const { engines: paused } = await breaker.paused()
  const down = new Set<string>()
  const names = products.flatMap((product) => providers.providersOf(product).map(({ name }) => name))
  for (const name of new Set(names)) if (await breaker.isDown(name)) down.add(name)
  const servingOf = (product: ProductName) => {
    const open = providers.providersOf(product).filter(({ name }) => !paused.has(name))
    const up = open.filter(({ name }) => !down.has(name))
    return up.length > 0 ? up : open
  }
  const bounded = products.filter((product) => {
    const serving = servingOf(product)
    return serving.length > 0 && serving.every(isBounded)
  })
  if (bounded.length === 0) return new Map()
  const inHand = await database.read(listTasksInHand)
  const nextStarts = await database.read(listNextStarts)
  const nowMs = await database.nowMs()
  // A task that has no engine yet will go to one that its own product is routed to.
  const waitingFor = (name: string): number =>
    inHand
      .filter((task) => task.provider === undefined)
      .filter((task) => servingOf(task.product).some((provider) => provider.name === name))
      .reduce(
        (sum, { product, count }) => sum + (takesInput(product) ? Math.min(count, inSlots(product)) : count),
        0,
      )
  const freeAt = ({ name, capacity = {} }: Provider): number => {
    const { concurrency, requestsPerMinute } = capacity
    const taken = inHand
      .filter(({ provider }) => provider === name)
      .reduce((sum, { count }) => sum + count, 0)
    const slots = concurrency === undefined ? Number.POSITIVE_INFINITY : concurrency - taken
    const starts =
      requestsPerMinute === undefined
        ? Number.POSITIVE_INFINITY
        : startsLeft(requestsPerMinute, { nextMs: nextStarts.get(name) ?? 0, nowMs })
    return Math.max(0, Math.min(slots, starts) - waitingFor(name))
  }
  return new Map(
    bounded.map((product) => [
      product,
      servingOf(product).reduce((sum, provider) => sum + freeAt(provider), 0),
    ]),
  )
}
