import { resolutions } from '@mediagen/contract/limits'
import type { CircuitBreaker } from '../coordination/circuit-breaker.ts'
import type { ProductName } from '../core/domain/products.ts'
import type { Database } from '../database/database.ts'
import type { Paused } from '../database/providers/pauses.ts'
import { listClaimablePlaces } from '../database/queue/queue-rows.ts'
import type { ClaimSource } from '../database/tasks/claim-tasks.ts'
import type { ProviderRegistry } from './provider-registry.ts'

/** More than the slots of a worker. */
const placesMax = 100
/** A product of which nothing could be claimed is looked through again after this time, and not at every claim. */
const lookAgainMs = 1_000

/**
 * Leaves out what operators have paused: the tasks of a paused product, and those of a tier whose engines are all
 * paused. A task that was handed to an engine before is claimed nevertheless, because its job goes on there. While
 * nothing is paused, which the search of the queue has found out, it costs nothing.
 */
export function createClaimable({
  database,
  providers,
  breaker,
  elapsedMs,
}: {
  readonly database: Database
  readonly providers: Pick<ProviderRegistry, 'candidates'>
  readonly breaker: Pick<CircuitBreaker, 'paused'>
  readonly elapsedMs: () => number
}): (waiting: readonly ClaimSource[]) => Promise<readonly ClaimSource[]> {
  const lookAgainAtMs = new Map<ProductName, number>()

  async function claimableOf(source: ClaimSource, paused: Paused): Promise<readonly ClaimSource[]> {
    const { product, fromPosition, returnable = [] } = source
    const isPaused = paused.products.has(product)
    const tiers = isPaused ? [] : pausedTiers(providers, product, paused.engines)
    if (!isPaused && tiers.length === 0) return [source]
    if (elapsedMs() < (lookAgainAtMs.get(product) ?? 0)) return []
    const without = isPaused ? undefined : tiers
    const place = { product, fromPosition, limit: placesMax, without }
    const among = await database.read((db) => listClaimablePlaces(db, place))
    const returning = isPaused ? [] : returnable
    if (among.length === 0) lookAgainAtMs.set(product, elapsedMs() + lookAgainMs)
    return among.length === 0 && returning.length === 0 ? [] : [{ ...source, returnable: returning, among }]
  }

  return async (waiting) => {
    if (!waiting.some(({ mayBePaused }) => mayBePaused)) return waiting
    const paused = await breaker.paused()
    const claimable: ClaimSource[] = []
    for (const source of waiting) claimable.push(...(await claimableOf(source, paused)))
    return claimable
  }
}

/** The tiers of a product that engines serve, but none that is not paused. */
function pausedTiers(
  providers: Pick<ProviderRegistry, 'candidates'>,
  product: ProductName,
  paused: ReadonlySet<string>,
): string[] {
  return Object.keys(resolutions[product]).filter((tier) => {
    const serving = providers.candidates({ product, tier })
    return serving.length > 0 && serving.every(({ name }) => paused.has(name))
  })
}
