import type { Database } from '../database/database.js'
import { listTasksInHand } from '../database/provider-capacity.js'
import { listProviderHealth } from '../database/provider-health.js'

/** How a provider fares, over all workers. */
export interface ProviderState {
  /** Failures since its last success. */
  readonly failures: number
  /** How long the circuit breaker still keeps it out; 0 when it is up. */
  readonly downMs: number
  /** Tasks that workers have at it. */
  readonly tasks: number
}

/** The states of the named providers, in that order. */
export async function listProviderStates(
  database: Database,
  names: readonly string[],
): Promise<ProviderState[]> {
  const health = await database.read(listProviderHealth)
  const inHand = await database.read(listTasksInHand)
  const nowMs = await database.nowMs()
  return names.map((name) => {
    const { failures = 0, downUntilMs = 0 } = health.get(name) ?? {}
    const counts = inHand.filter(({ provider }) => provider === name).map(({ count }) => count)
    return {
      failures,
      downMs: Math.max(0, downUntilMs - nowMs),
      tasks: counts.reduce((sum, count) => sum + count, 0),
    }
  })
}
