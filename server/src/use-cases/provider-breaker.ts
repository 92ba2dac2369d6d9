import type { Database } from '../database/database.js'
import {
  addProviderFailure,
  clearProviderFailures,
  listProviderHealth,
  type ProviderHealth,
} from '../database/provider-health.js'

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
  let known: { readAtMs: number; nowMs: number; health: Map<string, ProviderHealth> } | undefined

  async function current(): Promise<{ nowMs: number; health: Map<string, ProviderHealth> }> {
    if (known !== undefined && Date.now() - known.readAtMs < knowledgeMs) return known
    const nowMs = await database.nowMs()
    const health = await database.read(listProviderHealth)
    known = { readAtMs: Date.now(), nowMs, health }
    return known
  }

  async function countFailure(provider: string): Promise<void> {
    await database.transaction((tx) => addProviderFailure(tx, provider, { failuresMax, downMs }))
  }

  return {
    async isDown(provider) {
      const { nowMs, health } = await current()
      return (health.get(provider)?.downUntilMs ?? 0) > nowMs
    },
    async succeeded(provider) {
      // The healthy case costs no write: there is a row only after a failure.
      if (!(await current()).health.has(provider)) return
      await database.transaction((tx) => clearProviderFailures(tx, provider))
      known = undefined
    },
    async failed(provider) {
      await countFailure(provider).catch((error: unknown) => {
        if (database.classify(error) !== 'duplicate') throw error
        return countFailure(provider) // somebody else's first failure is in by now, so this one finds its row
      })
      known = undefined
    },
  }
}
