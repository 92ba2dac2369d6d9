import type { ProductName } from '../../core/domain/products.ts'
import type { Database } from '../../database/database.ts'
import { listTasksInHand } from '../../database/providers/capacity.ts'
import { listProviderHealth } from '../../database/providers/health.ts'
import { listProviderOutcomes, noOutcomes, type ProviderOutcomes } from '../../database/providers/outcomes.ts'

/** The period that outcomes cover. */
const outcomesMs = 3_600_000

/** The state of a provider, over all workers, and what came of its work in the last hour. */
export interface ProviderState extends ProviderOutcomes {
  /** Failures since its last success. */
  readonly failures: number
  /** The circuit breaker has excluded it since its last success, even if it may be tried again by now. */
  readonly isDown: boolean
  /** How long the circuit breaker still excludes it; 0 if its next task tries it. */
  readonly downMs: number
  /** Tasks that workers have submitted to it. */
  readonly tasks: number
  /** The products of these tasks. */
  readonly products: readonly ProductName[]
}

/** The states of the named providers, in that order. */
export async function listProviderStates(
  database: Database,
  names: readonly string[],
): Promise<ProviderState[]> {
  const health = await database.read(listProviderHealth)
  const inHand = await database.read(listTasksInHand)
  const nowMs = await database.nowMs()
  const outcomes = await database.read((db) => listProviderOutcomes(db, nowMs - outcomesMs))
  return names.map((name) => {
    const { failures = 0, isDown = false, downUntilMs = 0 } = health.get(name) ?? {}
    const own = inHand.filter(({ provider }) => provider === name)
    return {
      failures,
      isDown,
      downMs: Math.max(0, downUntilMs - nowMs),
      tasks: own.reduce((sum, { count }) => sum + count, 0),
      products: own.map(({ product }) => product),
      ...(outcomes.get(name) ?? noOutcomes),
    }
  })
}
