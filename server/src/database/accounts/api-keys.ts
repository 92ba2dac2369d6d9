import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { KeyProperties } from '../../core/domain/accounts/api-key.ts'
import { mayBeId } from '../../core/domain/ids.ts'
import { Usd } from '../../core/domain/money/usd.ts'
import { type ProductName, productNames } from '../../core/domain/products.ts'
import type { Tx } from '../database.ts'
import { dayAt } from '../day-at.ts'
import { numberOf } from '../nullable-number.ts'
import type { Reader, Tables } from '../tables.ts'

/** The columns of a key's properties. Its spending limits have a table of their own, for keys that share them. */
export type StoredProperties = Omit<KeyProperties, 'dayLimit' | 'totalLimit'>

export async function insertApiKey(
  tx: Tx,
  key: {
    keyId: string
    accountId: string
    hash: Uint8Array
    properties?: StoredProperties
    limitsId?: string | undefined
  },
): Promise<void> {
  await tx.db
    .insertInto('api_keys')
    .values({
      id: key.keyId,
      account_id: key.accountId,
      key_hash: key.hash,
      created_at: BigInt(tx.nowMs),
      revoked_at: null,
      last_used_at: null,
      limits_id: key.limitsId ?? null,
      ...columnsOf(key.properties ?? {}),
    })
    .execute()
}

/** Replaces a key's properties. */
export async function updateApiKey(
  tx: Tx,
  keyId: string,
  { properties, limitsId }: { properties: StoredProperties; limitsId: string | undefined },
): Promise<void> {
  await tx.db
    .updateTable('api_keys')
    .set({ ...columnsOf(properties), limits_id: limitsId ?? null })
    .where('id', '=', keyId)
    .execute()
}

function columnsOf({ name, expiresAtMs, products, isReadOnly, requestsPerMinute }: StoredProperties) {
  return {
    name: name ?? null,
    expires_at: expiresAtMs === undefined ? null : BigInt(expiresAtMs),
    products: products?.join(' ') ?? null,
    read_only: isReadOnly === true ? 1n : 0n,
    requests_per_minute: requestsPerMinute === undefined ? null : BigInt(requestsPerMinute),
  }
}

/** What a request needs of its key. */
export interface ValidKey {
  readonly accountId: string
  readonly keyId: string
  readonly hash: Uint8Array
  /** How long it remains valid; undefined if it does not expire. */
  readonly expiresInMs: number | undefined
  readonly products: readonly ProductName[] | undefined
  readonly isReadOnly: boolean
  /** Of its account, and its own beside that; undefined if not set. */
  readonly requestsPerMinute: number | undefined
  readonly keyRequestsPerMinute: number | undefined
  readonly limitsId: string | undefined
}

/** A key that is neither revoked nor expired; the caller compares its hash in constant time. */
export async function findApiKeyByHash(
  db: Reader,
  now: RawBuilder<bigint>,
  hash: Uint8Array,
): Promise<ValidKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select('accounts.requests_per_minute as account_requests_per_minute')
    .select(sql<bigint | null>`expires_at - ${now}`.as('expires_in'))
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || (row.expires_in !== null && row.expires_in <= 0n)) return undefined
  const { products, isReadOnly = false, requestsPerMinute: keyRequestsPerMinute } = propertiesOf(row)
  return {
    accountId: row.account_id,
    keyId: row.id,
    hash: row.key_hash,
    expiresInMs: numberOf(row.expires_in),
    products,
    isReadOnly,
    requestsPerMinute: numberOf(row.account_requests_per_minute),
    keyRequestsPerMinute,
    limitsId: row.limits_id ?? undefined,
  }
}

/** A key without its secret, for operators and for its own user. */
export interface ApiKeyInfo {
  readonly keyId: string
  readonly accountId: string
  readonly createdAtMs: number
  readonly revokedAtMs: number | undefined
  readonly lastUsedAtMs: number | undefined
  readonly properties: KeyProperties
  /** Where its spending is counted; undefined if no limit was ever set. */
  readonly limitsId: string | undefined
  /** What its orders have cost without refunds; undefined if no limit was ever set. */
  readonly spent: { readonly day: Usd; readonly total: Usd } | undefined
}

/** An account's keys, oldest first, including revoked and expired ones. */
export async function listApiKeys(db: Reader, now: Now, accountId: string): Promise<ApiKeyInfo[]> {
  const rows = await selectKeys(db, now)
    .where('api_keys.account_id', '=', accountId)
    .orderBy('api_keys.created_at')
    .orderBy('api_keys.id')
    .execute()
  return rows.map(toKeyInfo)
}

/** A key by its public id, also a revoked or expired one. */
export async function findApiKey(db: Reader, now: Now, keyId: string): Promise<ApiKeyInfo | undefined> {
  if (!mayBeId(keyId)) return undefined
  const row = await selectKeys(db, now).where('api_keys.id', '=', keyId).executeTakeFirst()
  return row === undefined ? undefined : toKeyInfo(row)
}

/** The account of a key, also of a revoked or expired one. */
export async function findKeyOwner(db: Reader, keyId: string): Promise<string | undefined> {
  if (!mayBeId(keyId)) return undefined
  const row = await db.selectFrom('api_keys').select('account_id').where('id', '=', keyId).executeTakeFirst()
  return row?.account_id
}

/** What a key is called; undefined if it has no name. */
export async function findKeyName(db: Reader, keyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('api_keys').select('name').where('id', '=', keyId).executeTakeFirst()
  return row?.name ?? undefined
}

/** Waits for other changes of the key, until the transaction ends. */
export async function lockApiKey(tx: Tx, keyId: string): Promise<void> {
  if (!mayBeId(keyId)) return
  await tx.db
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', keyId)
    .modifyEnd(tx.dialect.forUpdate)
    .execute()
}

function selectKeys(db: Reader, now: Now) {
  const day = dayAt(now)
  return db
    .selectFrom('api_keys')
    .leftJoin('key_limits', 'key_limits.id', 'api_keys.limits_id')
    .leftJoin('key_spending as total', (join) =>
      join.onRef('total.limits_id', '=', 'api_keys.limits_id').on('total.day', '=', 0n),
    )
    .leftJoin('key_spending as today', (join) =>
      join.onRef('today.limits_id', '=', 'api_keys.limits_id').on('today.day', '=', day),
    )
    .selectAll('api_keys')
    .select(['key_limits.day_max', 'key_limits.total_max', 'total.spent as total', 'today.spent as today'])
}

/** The time whose day's spending is read: the database's clock, or the time of a transaction. */
type Now = RawBuilder<bigint> | bigint

type KeyRow = Selectable<Tables['api_keys']>
type KeyInfoRow = KeyRow & {
  readonly day_max: bigint | null
  readonly total_max: bigint | null
  readonly total: bigint | null
  readonly today: bigint | null
}

function toKeyInfo(row: KeyInfoRow): ApiKeyInfo {
  return {
    keyId: row.id,
    accountId: row.account_id,
    createdAtMs: Number(row.created_at),
    revokedAtMs: numberOf(row.revoked_at),
    lastUsedAtMs: numberOf(row.last_used_at),
    properties: {
      ...propertiesOf(row),
      dayLimit: row.day_max === null ? undefined : Usd.ofMicros(row.day_max),
      totalLimit: row.total_max === null ? undefined : Usd.ofMicros(row.total_max),
    },
    limitsId: row.limits_id ?? undefined,
    spent:
      row.limits_id === null
        ? undefined
        : { day: Usd.ofMicros(row.today ?? 0n), total: Usd.ofMicros(row.total ?? 0n) },
  }
}

function propertiesOf(row: KeyRow): StoredProperties {
  const allowed = row.products?.split(' ')
  return {
    name: row.name ?? undefined,
    expiresAtMs: numberOf(row.expires_at),
    // A name that this version does not know is of a newer one; it allows nothing here.
    products: allowed && productNames.filter((product) => allowed.includes(product)),
    isReadOnly: row.read_only === 1n,
    requestsPerMinute: numberOf(row.requests_per_minute),
  }
}

/** Records that keys have just been used. Repeating it is harmless. */
export async function noteKeyUse(
  db: Reader,
  now: RawBuilder<bigint>,
  keyIds: readonly string[],
): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', 'in', keyIds.toSorted()).execute()
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
