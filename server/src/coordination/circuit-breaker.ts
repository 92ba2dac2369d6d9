import type { Database } from '../database/database.ts'
import {
  addProviderFailure,
  clearProviderFailures,
  listProviderHealth,
  type ProviderHealth,
} from '../database/providers/health.ts'
import { createCoalescingCache } from './coalescing-cache.ts'

/** Consecutive failures after which a provider is taken out of service. */
const failuresMax = 5
/**
 * How long it then stays out. Afterwards one more failure takes it out again immediately; one success clears
 * it.
 */
const downMs = 30_000
/** Maximum age of the provider health that acceptance relies on. */
const healthAgeMsMax = 1_000

/**
 * A circuit breaker per provider, shared by all processes through the database: workers report the outcome of
 * calls, and API processes refuse tiers whose providers are all down.
 */
export interface CircuitBreaker {
  isDown(provider: string): Promise<boolean>
  succeeded(provider: string): Promise<void>
  failed(provider: string): Promise<void>
}

export function createCircuitBreaker(database: Database): CircuitBreaker {
  const health = createCoalescingCache({
    read: async (): Promise<{ nowMs: number; byProvider: Map<string, ProviderHealth> }> => ({
      nowMs: await database.nowMs(),
      byProvider: await database.read(listProviderHealth),
    }),
    ageMsMax: healthAgeMsMax,
    nowMs: () => Date.now(),
  })

  async function countFailure(provider: string): Promise<void> {
    await database.transaction((tx) => addProviderFailure(tx, provider, { failuresMax, downMs }))
  }

  return {
    async isDown(provider) {
      const { nowMs, byProvider } = await health.get()
      return (byProvider.get(provider)?.downUntilMs ?? 0) > nowMs
    },
    async succeeded(provider) {
      // A healthy provider costs no write: a row exists only after a failure.
      if (!(await health.get()).byProvider.has(provider)) return
      await database.transaction((tx) => clearProviderFailures(tx, provider))
      health.invalidate()
    },
    async failed(provider) {
      await countFailure(provider).catch((error: unknown) => {
        if (database.classify(error) !== 'duplicate') throw error
        return countFailure(provider) // Another worker has inserted the row meanwhile.
      })
      health.invalidate()
    },
  }
}
