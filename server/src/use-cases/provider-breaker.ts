import type { Database } from '../database/database.js'
import {
  addProviderFailure,
  clearProviderFailures,
  listProviderHealth,
  type ProviderHealth,
} from '../database/provider-health.js'
import { createSharedKnowledge } from './shared-knowledge.js'

/** Failures in a row after which a provider is taken out of service. */
const failuresMax = 5
/** How long it then stays out. Afterwards one more failure takes it out again at once, and one success clears it. */
const downMs = 30_000
/** How old the shared knowledge may be that acceptance goes by. */
const knowledgeMs = 1_000

/**
 * A circuit breaker shared by all processes through the database: workers report how calls went, and the API processes
 * stop offering tiers whose every provider is down.
 */
export interface ProviderBreaker {
  isDown(provider: string): Promise<boolean>
  succeeded(provider: string): Promise<void>
  failed(provider: string): Promise<void>
}

export function createProviderBreaker(database: Database): ProviderBreaker {
  const known = createSharedKnowledge({
    read: async (): Promise<{ nowMs: number; health: Map<string, ProviderHealth> }> => ({
      nowMs: await database.nowMs(),
      health: await database.read(listProviderHealth),
    }),
    ageMsMax: knowledgeMs,
    nowMs: () => Date.now(),
  })

  async function countFailure(provider: string): Promise<void> {
    await database.transaction((tx) => addProviderFailure(tx, provider, { failuresMax, downMs }))
  }

  return {
    async isDown(provider) {
      const { nowMs, health } = await known.get()
      return (health.get(provider)?.downUntilMs ?? 0) > nowMs
    },
    async succeeded(provider) {
      // The healthy case costs no write: there is a row only after a failure.
      if (!(await known.get()).health.has(provider)) return
      await database.transaction((tx) => clearProviderFailures(tx, provider))
      known.forget()
    },
    async failed(provider) {
      await countFailure(provider).catch((error: unknown) => {
        if (database.classify(error) !== 'duplicate') throw error
        return countFailure(provider) // somebody else's first failure is in by now, so this one finds its row
      })
      known.forget()
    },
  }
}
