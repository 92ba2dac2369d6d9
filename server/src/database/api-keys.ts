import { mayBeId } from '../core/domain/ids.ts'
import type { Tx } from './database.ts'
import type { Reader } from './tables.ts'

export async function insertApiKey(
  tx: Tx,
  key: { keyId: string; accountId: string; hash: Uint8Array },
): Promise<void> {
  await tx.db
    .insertInto('api_keys')
    .values({
      id: key.keyId,
      account_id: key.accountId,
      key_hash: key.hash,
      created_at: BigInt(tx.nowMs),
      revoked_at: null,
    })
    .execute()
}

/** The account of a valid key and the stored hash, which the caller compares in constant time. */
export async function findApiKeyByHash(
  db: Reader,
  hash: Uint8Array,
): Promise<{ accountId: string; keyId: string; hash: Uint8Array } | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'account_id', 'key_hash'])
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? undefined : { accountId: row.account_id, keyId: row.id, hash: row.key_hash }
}

export interface ApiKeyInfo {
  readonly keyId: string
  readonly createdAtMs: number
  readonly revokedAtMs: number | undefined
}

/** An account's keys, oldest first, including revoked ones; never the keys themselves. */
export async function listApiKeys(db: Reader, accountId: string): Promise<ApiKeyInfo[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'created_at', 'revoked_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    keyId: row.id,
    createdAtMs: Number(row.created_at),
    revokedAtMs: row.revoked_at === null ? undefined : Number(row.revoked_at),
  }))
}

/**
 * Revokes a key; undefined if there is no such key. Revoking again keeps the first time, and says that it
 * changed nothing.
 */
export async function revokeApiKey(
  tx: Tx,
  keyId: string,
): Promise<{ readonly accountId: string; readonly hasChanged: boolean } | undefined> {
  if (!mayBeId(keyId)) return undefined
  const { numUpdatedRows } = await tx.db
    .updateTable('api_keys')
    .set({ revoked_at: BigInt(tx.nowMs) })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const row = await tx.db
    .selectFrom('api_keys')
    .select('account_id')
    .where('id', '=', keyId)
    .executeTakeFirst()
  return row === undefined ? undefined : { accountId: row.account_id, hasChanged: numUpdatedRows === 1n }
}
