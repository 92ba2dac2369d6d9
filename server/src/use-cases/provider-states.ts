import type { ProductName } from '../core/domain/generation/products.ts'
import type { Database } from '../database/database.ts'
import { listTasksInHand } from '../database/providers/provider-capacity.ts'
import { listProviderHealth } from '../database/providers/provider-health.ts'
import { listProviderOutcomes } from '../database/providers/provider-outcomes.ts'

/** The period that error rates cover, and the most tasks that are read for them. */
const outcomesMs = 3_600_000
const outcomesTasksMax = 10_000

/** The state of a provider, over all workers. */
export interface ProviderState {
  /** Failures since its last success. */
  readonly failures: number
  /** How long the circuit breaker still excludes it; 0 if it is up. */
  readonly downMs: number
  /** Tasks that workers have submitted to it. */
  readonly tasks: number
  /** The products of these tasks. */
  readonly products: readonly ProductName[]
  /**
   * Tasks of the last hour that ended at it, and how many of those failed for a reason other than their
   * input.
   */
  readonly ended: number
  readonly failed: number
}

/** The states of the named providers, in that order. */
export async function listProviderStates(
  database: Database,
  names: readonly string[],
): Promise<ProviderState[]> {
  const health = await database.read(listProviderHealth)
  const inHand = await database.read(listTasksInHand)
  const nowMs = await database.nowMs()
  const since = { sinceMs: nowMs - outcomesMs, tasksMax: outcomesTasksMax }
  const outcomes = await database.read((db) => listProviderOutcomes(db, since))
  return names.map((name) => {
    const { failures = 0, downUntilMs = 0 } = health.get(name) ?? {}
    const held = inHand.filter(({ provider }) => provider === name)
    return {
      failures,
      downMs: Math.max(0, downUntilMs - nowMs),
      tasks: held.reduce((sum, { count }) => sum + count, 0),
      products: held.map(({ product }) => product),
      ...(outcomes.get(name) ?? { ended: 0, failed: 0 }),
    }
  })
}
