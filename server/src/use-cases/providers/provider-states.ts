import type { ProductName } from '../../core/domain/products.ts'
import type { Database } from '../../database/database.ts'
import { listTasksInHand } from '../../database/providers/capacity.ts'
import { listProviderHealth, type ProviderHealth } from '../../database/providers/health.ts'
import {
  listProviderOutcomes,
  noOutcomes,
  type OutcomePeriods,
  type ProviderOutcomes,
} from '../../database/providers/outcomes.ts'
import { listPauses, type Pause } from '../../database/providers/pauses.ts'

const hourMs = 3_600_000

/** The state of a provider, over all workers, and what came of its work in the last hour and day. */
export interface ProviderState extends ProviderOutcomes {
  /** Failures since its last success. */
  readonly failuresInARow: number
  /** The circuit breaker has excluded it since its last success, even if it may be tried again by now. */
  readonly isDown: boolean
  /** How long the circuit breaker still excludes it; 0 if its next task tries it. */
  readonly downMs: number
  /** The first of the failures; undefined if there is none. */
  readonly failingSinceMs: number | undefined
  /** When the circuit breaker excluded it first; undefined unless it is down. */
  readonly downSinceMs: number | undefined
  /** undefined: no operator has paused it. */
  readonly pause: Pause | undefined
  /** Tasks that workers have submitted to it. */
  readonly tasks: number
  /** The products of these tasks. */
  readonly products: readonly ProductName[]
  readonly periods: OutcomePeriods
}

/** What operators have paused, products included. */
export function listPausesNow(database: Database): Promise<Pause[]> {
  return database.read(listPauses)
}

const healthy: Partial<ProviderHealth> = {}

/** The states of the named providers, in that order. */
export async function listProviderStates(
  database: Database,
  names: readonly string[],
): Promise<ProviderState[]> {
  const health = await database.read(listProviderHealth)
  const pauses = (await database.read(listPauses)).filter(({ kind }) => kind === 'engine')
  const inHand = await database.read(listTasksInHand)
  const nowMs = await database.nowMs()
  const periods = { hourFromMs: nowMs - hourMs, dayFromMs: nowMs - 24 * hourMs }
  const outcomes = await database.read((db) => listProviderOutcomes(db, periods))
  return names.map((name) => {
    const {
      failures = 0,
      isDown = false,
      downUntilMs = 0,
      failingSinceMs,
      downSinceMs,
    } = health.get(name) ?? healthy
    const own = inHand.filter(({ provider }) => provider === name)
    return {
      failuresInARow: failures,
      isDown,
      downMs: Math.max(0, downUntilMs - nowMs),
      failingSinceMs,
      downSinceMs,
      periods,
      pause: pauses.find((pause) => pause.name === name),
      tasks: own.reduce((sum, { count }) => sum + count, 0),
      products: own.map(({ product }) => product),
      ...(outcomes.get(name) ?? noOutcomes),
    }
  })
}
