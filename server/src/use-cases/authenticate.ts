import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hashApiKey } from '../core/domain/ids.ts'
import { findApiKeyByHash } from '../database/api-keys.ts'
import type { Database } from '../database/database.ts'

/** How long a valid key is cached; revocation must take effect within 5 seconds everywhere. */
const trustedMs = 3_000
const trustedKeysMax = 10_000

/** The account of a key, and the key's public id. */
export interface KeyOwner {
  readonly accountId: string
  readonly keyId: string
}

export type Authenticate = (apiKey: string) => Promise<KeyOwner | undefined>

/**
 * Finds the account of an API key; undefined if the key is unknown or revoked. Valid keys are cached for 3
 * seconds, by hash and never in clear text; invalid ones are not cached, so that a new key works immediately.
 * Concurrent requests with one key share a look-up.
 */
export function createAuthenticate(database: Database): Authenticate {
  const trusted = new LRUCache<string, KeyOwner, Buffer>({
    max: trustedKeysMax,
    ttl: trustedMs,
    ignoreFetchAbort: true, // A look-up evicted from a full cache still has callers.
    async fetchMethod(_key, _known, { context: hash }) {
      const found = await database.read((db) => findApiKeyByHash(db, hash))
      if (found === undefined || !timingSafeEqual(found.hash, hash)) return undefined
      return { accountId: found.accountId, keyId: found.keyId }
    },
  })
  return async (apiKey) => {
    const hash = hashApiKey(apiKey)
    const key = hash.toString('latin1')
    // `fetch` alone creates several promises, even for a cached value.
    return trusted.get(key) ?? trusted.fetch(key, { context: hash })
  }
}
