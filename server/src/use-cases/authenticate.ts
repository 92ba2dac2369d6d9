import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hashApiKey, mayBeApiKey } from '../core/domain/api-key.ts'
import { findApiKeyByHash, type ValidKey } from '../database/api-keys.ts'
import type { Database } from '../database/database.ts'

/** How long a valid key is cached; revocation must take effect within 5 seconds everywhere. */
const trustedMs = 3_000
const trustedKeysMax = 10_000

/** The account of a key, the key's public id, and what it may do. */
export interface KeyOwner extends Pick<ValidKey, 'accountId' | 'keyId'> {
  readonly products?: ValidKey['products']
  readonly isReadOnly?: boolean
  readonly requestsPerMinute?: number | undefined
  /** Towards whose spending limits its orders count. */
  readonly keyLimitsId?: string | undefined
}

export type Authenticate = (apiKey: string) => Promise<KeyOwner | undefined>

interface TrustedKey {
  readonly owner: KeyOwner
  readonly expiresAtMs: number
}

/**
 * Finds the account of an API key; undefined if the key is unknown, revoked or expired. Valid keys are cached
 * for 3 seconds, by hash and never in clear text; invalid ones are not cached, so that a new key works
 * immediately. Concurrent requests with one key share a look-up, and `onUse` is told of the look-up, not of each
 * request. A key expires on time, also while it is cached: by the database's clock, from which `nowMs` measures on.
 */
export function createAuthenticate(
  database: Database,
  {
    nowMs = () => performance.now(),
    onUse = () => undefined,
  }: { readonly nowMs?: () => number; readonly onUse?: (keyId: string) => void } = {},
): Authenticate {
  const trusted = new LRUCache<string, TrustedKey, Buffer>({
    max: trustedKeysMax,
    ttl: trustedMs,
    perf: { now: nowMs },
    ttlResolution: 0, // Otherwise a blocked event loop keeps an old reading of the clock.
    ignoreFetchAbort: true, // A look-up evicted from a full cache still has callers.
    async fetchMethod(_key, _known, { context: hash }) {
      const askedAtMs = nowMs()
      const found = await database.read((db, now) => findApiKeyByHash(db, now, hash))
      if (found === undefined || !timingSafeEqual(found.hash, hash)) return undefined
      const { accountId, keyId, products, isReadOnly, requestsPerMinute, limitsId: keyLimitsId } = found
      onUse(keyId)
      return {
        owner: { accountId, keyId, products, isReadOnly, requestsPerMinute, keyLimitsId },
        expiresAtMs: askedAtMs + (found.expiresInMs ?? Number.POSITIVE_INFINITY),
      }
    },
  })
  return async (apiKey) => {
    const hash = hashApiKey(apiKey)
    const key = hash.toString('latin1')
    const cached = trusted.get(key)
    // After the cache: the checksum spares a look-up, and would be 1 % of a poll for a key that needs none.
    if (cached === undefined && !mayBeApiKey(apiKey)) return undefined
    // `fetch` alone creates several promises, even for a cached value.
    const found = cached ?? (await trusted.fetch(key, { context: hash }))
    if (found === undefined || found.expiresAtMs <= nowMs()) return undefined
    return found.owner
  }
}
