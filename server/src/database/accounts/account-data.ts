import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import type { Reader } from '../tables.ts'
import { setAccountLabels } from './accounts.ts'

/** What is stored of an account that can be deleted, beside its uploads and tasks. */

/** How much there is to delete. */
export interface AccountData {
  readonly uploads: number
  /** Of verified uploads; the others have no size yet. */
  readonly uploadBytes: number
  /** Tasks whose results have files. */
  readonly results: number
  readonly resultBytes: number
  /** Tasks that are not scrubbed. */
  readonly tasks: number
  readonly idempotencyKeys: number
  /** Keys that are not revoked, or have a name. */
  readonly apiKeys: number
}

/** Counts all of an account's rows, which may take a while. */
export async function countAccountData(db: Reader, accountId: string): Promise<AccountData> {
  const { uploads, upload_bytes } = await db
    .selectFrom('uploads')
    .select((row) => [
      row.fn.countAll<bigint>().as('uploads'),
      row.fn.sum<bigint | string>('size_bytes').as('upload_bytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const stored = await db
    .selectFrom('tasks')
    .select((row) => [
      row.fn.countAll<bigint>().as('all'),
      row.fn.count<bigint>('scrubbed_at').as('scrubbed'),
      row.fn.count<bigint>('output').as('outputs'),
      row.fn.count<bigint>('removed_at').as('removed'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const account = await db
    .selectFrom('accounts')
    .select('result_bytes')
    .where('id', '=', accountId)
    .executeTakeFirst()
  const { remembered } = await db
    .selectFrom('idempotency_keys')
    .select((row) => row.fn.countAll<bigint>().as('remembered'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { keys } = await selectNamedKeys(db, accountId)
    .select((row) => row.fn.countAll<bigint>().as('keys'))
    .executeTakeFirstOrThrow()
  return {
    uploads: Number(uploads),
    uploadBytes: Number(upload_bytes ?? 0),
    results: Number(stored.outputs - stored.removed),
    resultBytes: Number(account?.result_bytes ?? 0n),
    tasks: Number(stored.all - stored.scrubbed),
    idempotencyKeys: Number(remembered),
    apiKeys: Number(keys),
  }
}

function selectNamedKeys(db: Reader, accountId: string) {
  return db
    .selectFrom('api_keys')
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('revoked_at', 'is', null), row('name', 'is not', null)]))
}

/** Revokes all keys of an account and removes their names. Returns how many were not so before. */
export async function endKeysOfAccount(tx: Tx, accountId: string): Promise<number> {
  const rows = await selectNamedKeys(tx.db, accountId)
    .select('id')
    .orderBy('id')
    .modifyEnd(tx.dialect.forUpdate)
    .execute()
  if (rows.length === 0) return 0
  await tx.db
    .updateTable('api_keys')
    .set({ name: null, revoked_at: sql<bigint>`coalesce(revoked_at, ${BigInt(tx.nowMs)})` })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.length
}

/** Deletes up to `limit` idempotency keys of an account; returns how many there were. */
export async function deleteIdempotencyKeysOfAccount(
  tx: Tx,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
): Promise<number> {
  const rows = await tx.db
    .selectFrom('idempotency_keys')
    .select('idempotency_key')
    .where('account_id', '=', accountId)
    .limit(limit)
    .execute()
  // One by one: a DELETE of several waits for every row that it reads, also for those of other accounts.
  for (const { idempotency_key: key } of rows)
    await tx.db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', accountId)
      .where('idempotency_key', '=', key)
      .execute()
  return rows.length
}

/** Removes an account's name and the operator's reference. */
export async function removeAccountLabels(tx: Tx, accountId: string): Promise<void> {
  await setAccountLabels(tx, accountId, { name: undefined, reference: undefined })
}
