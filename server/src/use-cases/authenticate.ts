import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { findApiKeyByHash } from '../database/api-keys.js'
import type { Database } from '../database/database.js'
import { hashApiKey } from '../domain/ids.js'

/** How long a key that was found good is trusted without asking again; revocation must work within 5 seconds everywhere. */
const trustedMs = 3_000
const trustedKeysMax = 10_000

export type Authenticate = (apiKey: string) => Promise<{ accountId: string } | undefined>

/**
 * Finds the account of an API key; undefined when the key is unknown or revoked. Good keys are remembered for 3 seconds,
 * by hash and never in clear; bad ones are not remembered, so that a new key works at once.
 */
export function createAuthenticate(database: Database): Authenticate {
  const trusted = new LRUCache<string, { accountId: string }>({ max: trustedKeysMax, ttl: trustedMs })
  return async (apiKey) => {
    const hash = hashApiKey(apiKey)
    const cacheKey = hash.toString('base64')
    const known = trusted.get(cacheKey)
    if (known !== undefined) return known
    const found = await database.read((db) => findApiKeyByHash(db, hash))
    if (found === undefined || !timingSafeEqual(found.hash, hash)) return undefined
    const account = { accountId: found.accountId }
    trusted.set(cacheKey, account)
    return account
  }
}
