import { type KeyProperties, newApiKey } from '../core/domain/accounts/api-key.ts'
import { toTimestamp } from '../core/domain/clock.ts'
import { newActionId } from '../core/domain/ids.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import {
  type ApiKeyInfo,
  findApiKey,
  insertApiKey,
  lockApiKey,
  revokeApiKey,
  updateApiKey,
} from '../database/accounts/api-keys.ts'
import type { Database, Tx } from '../database/database.ts'
import { findWritten } from '../database/find-written.ts'
import { setKeyLimits } from '../database/money/key-spending.ts'
import { hasAuditEntry } from '../database/operator/audit-entries.ts'
import {
  AccountClosedError,
  actionIdFor,
  onlyOnce,
  type Repeatable,
  record,
  UnknownIdError,
} from './actions.ts'
import { requireAccount } from './change-balance.ts'
import { changedBy, detailsOf, type KeyChanges } from './key-changes.ts'

/** A new key in clear text; no later response contains it. */
export interface IssuedKey {
  readonly accountId: string
  readonly keyId: string
  readonly apiKey: string
}

/** The key that replaces another one, and when that one stops working. */
export interface RotatedKey extends IssuedKey {
  readonly replacedKeyId: string
  readonly replacedKeyExpiresAt: string
}

export type KeyAdministration = ReturnType<typeof createKeyAdministration>

/** Operators' actions on API keys. */
export function createKeyAdministration(database: Database, actor: string) {
  return {
    issueApiKey: (accountId: string, options: Repeatable & { readonly properties?: KeyProperties } = {}) =>
      issueApiKey(database, actor, { accountId, ...options }),
    rotateApiKey: (keyId: string, options: Repeatable & { readonly overlapMs: number }) =>
      rotateApiKey(database, actor, { keyId, ...options }),
    setApiKey: (keyId: string, changes: KeyChanges) => setApiKey(database, { actor, keyId, changes }),
    revokeApiKey: (keyId: string) => revokeKey(database, actor, keyId),
  }
}

/** Throws UnknownIdError, AccountClosedError and RepeatedActionError. */
async function issueApiKey(
  database: Database,
  actor: string,
  request: { readonly accountId: string; readonly properties?: KeyProperties } & Repeatable,
): Promise<IssuedKey> {
  const { accountId, properties = {} } = request
  const actionId = actionIdFor('issue-api-key', accountId, request)
  const { keyId, apiKey, hash } = newApiKey()
  const what = 'it issued an API key, which was shown then.'
  await onlyOnce(database, { actionId, what }, async (tx) => {
    await requireOpenAccount(tx, accountId)
    if (await findWritten(tx, () => findApiKey(tx.db, BigInt(tx.nowMs), keyId))) return
    const details = detailsOf(properties)
    await record(tx, { actor, actionId, action: 'issue-api-key', accountId, subject: keyId, details })
    const limitsId = await setKeyLimits(tx, { keyId }, properties)
    await insertApiKey(tx, { keyId, accountId, hash, properties, limitsId })
  })
  return { accountId, apiKey, keyId }
}

/**
 * Issues a key with the properties of another one, which expires after the overlap. What the two spend counts
 * together. Throws UnknownIdError, AccountClosedError, KEY_ENDED and RepeatedActionError.
 */
async function rotateApiKey(
  database: Database,
  actor: string,
  request: { readonly keyId: string; readonly overlapMs: number } & Repeatable,
): Promise<RotatedKey> {
  const { keyId: replacedKeyId, overlapMs } = request
  const actionId = actionIdFor('rotate-api-key', replacedKeyId, request)
  const { keyId, apiKey, hash } = newApiKey()
  const what = 'it replaced the API key, and the new one was shown then.'
  const { accountId, expiresAtMs } = await onlyOnce(database, { actionId, what }, async (tx) => {
    const replaced = await lockKey(tx, replacedKeyId)
    const { accountId, properties, limitsId } = replaced
    const { expiresAtMs = Number.POSITIVE_INFINITY } = properties
    const written = await findWritten(tx, () => findApiKey(tx.db, BigInt(tx.nowMs), keyId))
    if (written !== undefined) return { accountId, expiresAtMs }
    await requireOpenAccount(tx, accountId)
    if (replaced.revokedAtMs !== undefined || expiresAtMs <= tx.nowMs)
      throw new OperatorError(
        'KEY_ENDED',
        `The API key ${replacedKeyId} is revoked or expired: issue a new one.`,
      )
    const endsAtMs = Math.min(expiresAtMs, tx.nowMs + overlapMs)
    const details = { replacedBy: keyId, expiresAt: toTimestamp(endsAtMs) }
    const entry = { action: 'rotate-api-key', accountId, subject: replacedKeyId } as const
    await record(tx, { actor, actionId, ...entry, details })
    await insertApiKey(tx, { keyId, accountId, hash, properties, limitsId })
    const ending = { ...properties, expiresAtMs: endsAtMs }
    await updateApiKey(tx, replacedKeyId, { properties: ending, limitsId })
    return { accountId, expiresAtMs: endsAtMs }
  })
  return { accountId, keyId, apiKey, replacedKeyId, replacedKeyExpiresAt: toTimestamp(expiresAtMs) }
}

/** Changes a key's properties, within 5 seconds everywhere. Throws UnknownIdError. */
async function setApiKey(
  database: Database,
  { actor, keyId, changes }: { readonly actor: string; readonly keyId: string; readonly changes: KeyChanges },
): Promise<ApiKeyInfo> {
  const actionId = newActionId(Date.now())
  return database.transaction(async (tx) => {
    const { accountId, properties, limitsId } = await lockKey(tx, keyId)
    const details = detailsOf(changes)
    // A rerun after a lost COMMIT changes nothing more, and meets its own entry.
    if (!(await findWritten(tx, () => hasAuditEntry(tx.db, actionId))))
      await record(tx, { actor, actionId, action: 'set-api-key', accountId, subject: keyId, details })
    const changed = changedBy(properties, changes)
    const changedLimitsId = await setKeyLimits(tx, { keyId, limitsId }, changed)
    await updateApiKey(tx, keyId, { properties: changed, limitsId: changedLimitsId })
    return requireKey(tx, keyId)
  })
}

/**
 * Revokes a key; it stops working within 5 seconds everywhere. Revoking again changes nothing, and adds no
 * second entry. Throws UnknownIdError.
 */
async function revokeKey(database: Database, actor: string, keyId: string): Promise<{ keyId: string }> {
  const actionId = newActionId(Date.now())
  const found = await database.transaction(async (tx) => {
    const revoked = await revokeApiKey(tx, keyId)
    const { accountId, hasChanged = false } = revoked ?? {}
    if (hasChanged) await record(tx, { actor, actionId, action: 'revoke-api-key', accountId, subject: keyId })
    return revoked
  })
  if (found === undefined) throw new UnknownIdError('API key', keyId)
  return { keyId }
}

/** Throws UnknownIdError and AccountClosedError. */
async function requireOpenAccount(tx: Tx, accountId: string): Promise<void> {
  const { state } = await requireAccount(tx.db, accountId)
  if (state === 'CLOSED') throw new AccountClosedError(accountId)
}

/** Locks the key first, so that concurrent changes of one key follow each other. */
async function lockKey(tx: Tx, keyId: string): Promise<ApiKeyInfo> {
  await lockApiKey(tx, keyId)
  return requireKey(tx, keyId)
}

async function requireKey(tx: Tx, keyId: string): Promise<ApiKeyInfo> {
  const key = await findApiKey(tx.db, BigInt(tx.nowMs), keyId)
  if (key === undefined) throw new UnknownIdError('API key', keyId)
  return key
}
