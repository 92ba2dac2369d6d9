import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hashApiKey, mayBeApiKey } from '../../core/domain/accounts/api-key.ts'
import { findApiKeyByHash, type ValidKey } from '../../database/accounts/api-keys.ts'
import type { Database } from '../../database/database.ts'

/** How long a valid key is cached; revocation must take effect within 5 seconds everywhere. */
const trustedMs = 3_000
const trustedKeysMax = 10_000

/** The account of a key, the key's public id, and what it may do. */
export interface KeyOwner extends Pick<ValidKey, 'accountId' | 'keyId'> {
  readonly products?: ValidKey['products']
  readonly isReadOnly?: boolean
  readonly requestsPerMinute?: ValidKey['requestsPerMinute']
  readonly keyRequestsPerMinute?: ValidKey['keyRequestsPerMinute']
  /** Towards whose spending limits its orders count. */
  readonly keyLimitsId?: string | undefined
}

export type Authenticate = (apiKey: string) => Promise<KeyOwner | undefined>

interface LookUp {
  readonly startedAtMs: number
  readonly key: Promise<TrustedKey | undefined>
}

interface TrustedKey {
  readonly owner: KeyOwner
  /** At most 3 seconds after its look-up began, and not after it expires: earlier by what the database took to answer. */
  readonly trustedUntilMs: number
}

/**
 * Finds the account of an API key; undefined if the key is unknown, revoked or expired. Valid keys are cached, by hash
 * and never in clear text, for 3 seconds from when their look-up began, however late its answer came; invalid ones are
 * not cached, so that a new key works immediately. Concurrent requests with one key share a look-up, and `onUse` is
 * told of the look-up, not of each request. A key expires on time by the database's clock: near its end it is looked
 * up anew.
 */
export function createAuthenticate(
  database: Database,
  {
    nowMs = () => performance.now(),
    onUse = () => undefined,
  }: { readonly nowMs?: () => number; readonly onUse?: (keyId: string) => void } = {},
): Authenticate {
  const lookUps = new LRUCache<string, LookUp>({ max: trustedKeysMax })

  async function lookUp(hash: Buffer, startedAtMs: number): Promise<TrustedKey | undefined> {
    const found = await database.read((db, now) => findApiKeyByHash(db, now, hash))
    if (found === undefined || !timingSafeEqual(found.hash, hash)) return undefined
    onUse(found.keyId)
    return {
      owner: ownerOf(found),
      trustedUntilMs: startedAtMs + Math.min(trustedMs, found.expiresInMs ?? Number.POSITIVE_INFINITY),
    }
  }

  function begin(name: string, hash: Buffer): LookUp {
    const startedAtMs = nowMs()
    const begun = { startedAtMs, key: lookUp(hash, startedAtMs) }
    lookUps.set(name, begun)
    const forget = (): void => {
      if (lookUps.peek(name) === begun) lookUps.delete(name)
    }
    begun.key.then((key) => key ?? forget(), forget)
    return begun
  }

  return async (apiKey) => {
    const hash = hashApiKey(apiKey)
    const name = hash.toString('latin1')
    const known = lookUps.get(name)
    // A known one has passed: the checksum spares a look-up, and would be 1 % of a poll.
    if (known === undefined && !mayBeApiKey(apiKey)) return undefined
    if (known !== undefined && nowMs() < known.startedAtMs + trustedMs) {
      const key = await known.key
      if (key === undefined || nowMs() < key.trustedUntilMs) return key?.owner
    }
    // One that began since this request came says what holds for it, also if another request began it.
    const latest = lookUps.get(name)
    const own = latest === undefined || latest === known ? begin(name, hash) : latest
    return (await own.key)?.owner
  }
}

function ownerOf({ accountId, keyId, products, isReadOnly, limitsId, ...rates }: ValidKey): KeyOwner {
  const { requestsPerMinute, keyRequestsPerMinute } = rates
  return {
    accountId,
    keyId,
    products,
    isReadOnly,
    requestsPerMinute,
    keyRequestsPerMinute,
    keyLimitsId: limitsId,
  }
}
