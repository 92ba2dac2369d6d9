import { resolutions } from '@mediagen/contract/limits'
import type { CircuitBreaker } from '../coordination/circuit-breaker.ts'
import type { Catalogue } from '../core/domain/catalogue.ts'
import { type ProductName, surfaceOf, takesInput } from '../core/domain/products.ts'
import type { Database } from '../database/database.ts'
import type { Paused } from '../database/providers/pauses.ts'
import {
  findNextWindow,
  listClaimablePlaces,
  type QueuePlace,
  type TierTasks,
  type WindowStart,
} from '../database/queue/queue-rows.ts'
import type { ClaimSource } from '../database/tasks/claim-tasks.ts'
import type { ProviderRegistry, Wanted } from './provider-registry.ts'

/** More than the slots of a worker: others claim from the same places. */
const placesMax = 100
/** Windows of a product's queue, 20,000 places, that a claim looks through; a later one looks on from there. */
const windowsMaxDefault = 10
/** Where nothing could be claimed is looked through again after this time, and not at every claim. */
const lookAgainMs = 1_000
/** And so many times as long as it took several claims to find something: most of the time is for what they found. */
const foundTimes = 4

/** How far a product's queue has been looked through. */
interface Look {
  readonly untilMs: number
  /** By so many claims that found nothing. */
  readonly looks: number
  /** Before this place nothing could be claimed; undefined: anywhere. */
  readonly to: WindowStart | undefined
  /** Whether something can be claimed from there on; otherwise nothing is looked for until `untilMs`. */
  readonly hasFound: boolean
}

/**
 * Leaves out what operators have paused: the tasks of a paused product, and those whose engines are all paused, by tier
 * and effect. A task that was handed to an engine before is claimed nevertheless, because its job goes on there, unless a
 * paused engine would have to be sent its start again. While nothing is paused, which the search of the queue has found
 * out, it costs nothing.
 */
export function createClaimable({
  database,
  catalogue,
  providers,
  breaker,
  elapsedMs,
  windowsMax = windowsMaxDefault,
}: {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'effects'>
  readonly providers: Pick<ProviderRegistry, 'candidates' | 'find'>
  readonly breaker: Pick<CircuitBreaker, 'pausedNow'>
  readonly elapsedMs: () => number
  readonly windowsMax?: number
}): (waiting: readonly ClaimSource[]) => Promise<readonly ClaimSource[]> {
  const lookedThrough = new Map<ProductName, Look>()
  let wasPaused = false

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

  /** The first places among which there are some that may be claimed. */
  async function listPlaces(
    product: ProductName,
    fromPosition: number,
    conditions: { readonly without: TierTasks[] | undefined; readonly withoutStartsAt: readonly string[] },
  ): Promise<readonly QueuePlace[]> {
    const looked = lookedThrough.get(product)
    const isFresh = looked !== undefined && elapsedMs() < looked.untilMs
    if (isFresh && !looked.hasFound) return []
    const goesOn = looked?.to !== undefined && looked.hasFound === isFresh
    const looks = goesOn && !isFresh ? looked.looks : 0
    const keep = (look: Partial<Look>) =>
      lookedThrough.set(product, {
        untilMs: elapsedMs() + lookAgainMs,
        looks: looks + 1,
        to: undefined,
        hasFound: false,
        ...look,
      })
    const head = { queuePosition: fromPosition, id: '' }
    let from: WindowStart = goesOn && looked.to.queuePosition >= fromPosition ? looked.to : head
    for (let windows = 0; windows < windowsMax; windows += 1) {
      const window = { product, from }
      const places = await database.read((db) =>
        listClaimablePlaces(db, database.dialect, { ...window, ...conditions, limit: placesMax }),
      )
      if (places.length > 0) {
        const againMs = lookAgainMs * (1 + foundTimes * looks)
        const untilMs = isFresh ? looked.untilMs : elapsedMs() + againMs
        if (from !== head) keep({ untilMs, to: from, hasFound: true })
        return places
      }
      const next = await database.read((db) => findNextWindow(db, window))
      if (next === undefined) {
        keep({})
        return []
      }
      from = next
    }
    keep({ to: from })
    return []
  }

  async function claimableOf(source: ClaimSource, paused: Paused): Promise<readonly ClaimSource[]> {
    const { product, fromPosition = 0, returnable = [] } = source
    const isPaused = paused.products.has(product)
    const without = isPaused ? undefined : withoutEngine(product, paused.engines)
    // Only such an engine is asked about a start by a start.
    const withoutStartsAt = [...paused.engines].filter(
      (name) => providers.find(name)?.submission === 'idempotent',
    )
    if (without?.length === 0 && withoutStartsAt.length === 0) return [source]
    const among = await listPlaces(product, fromPosition, { without, withoutStartsAt })
    const returning = isPaused ? [] : returnable
    return among.length === 0 && returning.length === 0 ? [] : [{ ...source, returnable: returning, among }]
  }

  return async (waiting) => {
    const mayBePaused = waiting.some((source) => source.mayBePaused)
    if (!mayBePaused && !wasPaused) return waiting
    wasPaused = mayBePaused
    // What is claimed now is not found paused when it is to start, nor what was resumed.
    const paused = await breaker.pausedNow()
    if (!mayBePaused) return waiting
    const claimable: ClaimSource[] = []
    for (const source of waiting) claimable.push(...(await claimableOf(source, paused)))
    return claimable
  }
}
