import { resolutions } from '@mediagen/contract/limits'
import type { CircuitBreaker } from '../coordination/circuit-breaker.ts'
import type { Catalogue } from '../core/domain/catalogue.ts'
import { type ProductName, surfaceOf, takesInput } from '../core/domain/products.ts'
import type { Database } from '../database/database.ts'
import type { Paused } from '../database/providers/pauses.ts'
import { listClaimablePlaces, type TierTasks } from '../database/queue/queue-rows.ts'
import type { ClaimSource } from '../database/tasks/claim-tasks.ts'
import type { ProviderRegistry, Wanted } from './provider-registry.ts'

/** More than the slots of a worker. */
const placesMax = 100
/** A product of which nothing could be claimed is looked through again after this time, and not at every claim. */
const lookAgainMs = 1_000

/**
 * Leaves out what operators have paused: the tasks of a paused product, and those whose
 * engines are all paused, by tier and effect. A task that was handed to an engine before is claimed nevertheless, because its job goes on there. While
 * nothing is paused, which the search of the queue has found out, it costs nothing.
 */
export function createClaimable({
  database,
  catalogue,
  providers,
  breaker,
  elapsedMs,
}: {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'effects'>
  readonly providers: Pick<ProviderRegistry, 'candidates'>
  readonly breaker: Pick<CircuitBreaker, 'paused'>
  readonly elapsedMs: () => number
}): (waiting: readonly ClaimSource[]) => Promise<readonly ClaimSource[]> {
  const lookAgainAtMs = new Map<ProductName, number>()

  /** The tasks of a product that engines serve, but none that is not paused. */
  function withoutEngine(product: ProductName, paused: ReadonlySet<string>): TierTasks[] {
    const isWithout = (wanted: Wanted): boolean => {
      const serving = providers.candidates(wanted)
      return serving.length > 0 && serving.every(({ name }) => paused.has(name))
    }
    const effectsOf = (tier: string) =>
      catalogue.effects
        .filter(({ surface }) => takesInput(product) && surface === surfaceOf(product))
        .filter((effect) => isWithout({ product, tier, effect }))
        .map(({ id }) => id)
    return Object.keys(resolutions[product]).flatMap((tier) => {
      if (isWithout({ product, tier })) return [{ tier }]
      const effects = effectsOf(tier)
      return effects.length === 0 ? [] : [{ tier, effects }]
    })
  }

  async function claimableOf(source: ClaimSource, paused: Paused): Promise<readonly ClaimSource[]> {
    const { product, fromPosition, returnable = [] } = source
    const isPaused = paused.products.has(product)
    const without = isPaused ? undefined : withoutEngine(product, paused.engines)
    if (without?.length === 0) return [source]
    if (elapsedMs() < (lookAgainAtMs.get(product) ?? 0)) return []
    const place = { product, fromPosition, limit: placesMax, without }
    const among = await database.read((db) => listClaimablePlaces(db, database.dialect, place))
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
