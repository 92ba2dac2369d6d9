import type { Database } from '../database/database.ts'
import {
  addProviderFailure,
  clearProviderFailures,
  type Exclusions,
  readExclusions,
} from '../database/providers/health.ts'
import type { Paused } from '../database/providers/pauses.ts'
import { createCoalescingCache } from './coalescing-cache.ts'

/** Consecutive failures after which a provider is taken out of service. */
const failuresMax = 5
/**
 * How long it then stays out. Afterwards one more failure takes it out again immediately; one success clears
 * it.
 */
const downMs = 30_000
/** Maximum age of the health and the pauses that acceptance and workers rely on. */
const ageMsMax = 1_000

/**
 * A circuit breaker per provider, shared by all processes through the database: workers report the outcome of
 * calls, and API processes refuse tiers whose providers are all down. An operator opens it by hand with a pause, which
 * lasts until the operator ends it.
 */
export interface CircuitBreaker {
  isDown(provider: string): Promise<boolean>
  /** What operators have paused; read together with what `isDown` needs. */
  paused(): Promise<Paused>
  /** The same as it is now, which `paused` then knows, too. */
  pausedNow(): Promise<Paused>
  succeeded(provider: string): Promise<void>
  failed(provider: string): Promise<void>
}

export function createCircuitBreaker(database: Database): CircuitBreaker {
  const exclusions = createCoalescingCache({
    read: async (): Promise<Exclusions & { nowMs: number }> => ({
      nowMs: await database.nowMs(),
      ...(await database.read(readExclusions)),
    }),
    ageMsMax,
    nowMs: () => Date.now(),
  })

  async function countFailure(provider: string): Promise<void> {
    await database.transaction((tx) => addProviderFailure(tx, provider, { failuresMax, downMs }))
  }

  return {
    async isDown(provider) {
      const { nowMs, downUntilMs } = await exclusions.get()
      return (downUntilMs.get(provider) ?? 0) > nowMs
    },
    async paused() {
      return (await exclusions.get()).paused
    },
    async pausedNow() {
      exclusions.invalidate()
      return (await exclusions.get()).paused
    },
    async succeeded(provider) {
      // A healthy provider costs no write: a row exists only after a failure.
      if (!(await exclusions.get()).downUntilMs.has(provider)) return
      await database.transaction((tx) => clearProviderFailures(tx, provider))
      exclusions.invalidate()
    },
    async failed(provider) {
      await countFailure(provider).catch((error: unknown) => {
        if (database.classify(error) !== 'duplicate') throw error
        return countFailure(provider) // Another worker has inserted the row meanwhile.
      })
      exclusions.invalidate()
    },
  }
}
