import { ApiError, type Mediagen } from '@mediagen/sdk'
import { LRUCache } from 'lru-cache'
import { GatewayError } from './errors.ts'

const keysMax = 1000
/** How long a key counts as valid where the service cannot be asked. */
const rememberedMs = 60 * 60 * 1000
/** How long it counts without being asked again; an order is checked by the service in any case. */
const freshMs = 60 * 1000
const askMsMax = 5000

/**
 * Asks the service whether an API key is valid, before anything of the request's body is read: a stranger
 * costs the gateway no memory. A key that was valid within the last hour passes while the service is away, so
 * that the client's retries reach their first attempt.
 */
export function createKnownKeys(now: () => number = Date.now) {
  const checkedAtMs = new LRUCache<string, number>({ max: keysMax, ttl: rememberedMs })

  return async (apiKey: string, client: Mediagen, signal: AbortSignal): Promise<void> => {
    const lastMs = checkedAtMs.get(apiKey)
    if (lastMs !== undefined && now() - lastMs < freshMs) return
    try {
      await client.account({ signal, timeoutMs: askMsMax, maxRetries: 0 })
      checkedAtMs.set(apiKey, now())
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ApiError && error.status === 401) {
        checkedAtMs.delete(apiKey)
        throw error
      }
      // Without a retry of the client: its first attempt is not known here, so a second one would be
      // rejected.
      if (lastMs === undefined)
        throw new GatewayError(503, 'service_unavailable', 'The service could not check the API key.')
    }
  }
}
