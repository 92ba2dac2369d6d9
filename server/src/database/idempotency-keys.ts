import type { Kysely, Transaction } from 'kysely'
import type { Tx } from './database.ts'
import { insertRows } from './insert-rows.ts'
import type { Tables } from './tables.ts'

export interface RememberedKey {
  readonly taskId: string
  readonly fingerprint: Uint8Array
  readonly createdAtMs: number
}

/** The task of an account's key, or undefined if the key is free. */
export async function findIdempotencyKey(
  db: Kysely<Tables> | Transaction<Tables>,
  accountId: string,
  key: string,
): Promise<RememberedKey | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['task_id', 'fingerprint', 'created_at'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : { taskId: row.task_id, fingerprint: row.fingerprint, createdAtMs: Number(row.created_at) }
}

export interface NewIdempotencyKey {
  readonly accountId: string
  readonly key: string
  readonly fingerprint: Uint8Array
  readonly taskId: string
}

/**
 * Takes keys for tasks. If another transaction is taking one of them, waits for it; the unique key then
 * refuses the rows, which the caller treats as a replay.
 */
export async function insertIdempotencyKeys(tx: Tx, keys: readonly NewIdempotencyKey[]): Promise<void> {
  if (keys.length === 0) return
  await insertRows(
    tx.db,
    'idempotency_keys',
    keys.map(({ accountId, key, fingerprint, taskId }) => ({
      account_id: accountId,
      idempotency_key: key,
      fingerprint,
      task_id: taskId,
      created_at: BigInt(tx.nowMs),
    })),
  )
}

/** Frees an expired key, so that it can be taken again before the sweep has deleted it. */
export async function deleteForgottenIdempotencyKey(
  tx: Tx,
  request: { accountId: string; key: string; rememberedMs: number },
): Promise<void> {
  await tx.db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', request.accountId)
    .where('idempotency_key', '=', request.key)
    .where('created_at', '<=', BigInt(tx.nowMs - request.rememberedMs))
    .execute()
}

/** Frees a key if it still names this task. */
export async function deleteIdempotencyKeyOfTask(
  tx: Tx,
  { accountId, key, taskId }: Omit<NewIdempotencyKey, 'fingerprint'>,
): Promise<void> {
  await tx.db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .where('task_id', '=', taskId)
    .execute()
}

/** Deletes up to `limit` expired keys; returns how many there were. */
export async function deleteOldIdempotencyKeys(
  tx: Tx,
  options: { rememberedMs: number; limit: number },
): Promise<number> {
  const oldest = BigInt(tx.nowMs - options.rememberedMs)
  const rows = await tx.db
    .selectFrom('idempotency_keys')
    .select(['account_id', 'idempotency_key'])
    .where('created_at', '<', oldest)
    .orderBy('created_at')
    .limit(options.limit)
    .execute()
  for (const row of rows) {
    await tx.db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', row.account_id)
      .where('idempotency_key', '=', row.idempotency_key)
      // Checked again, because a request may have retaken the key since it was read.
      .where('created_at', '<', oldest)
      .execute()
  }
  return rows.length
}
