import type { Kysely, Transaction } from 'kysely'
import type { Tx } from './database.js'
import type { Tables } from './tables.js'

export interface RememberedKey {
  readonly taskId: string
  readonly fingerprint: Uint8Array
  readonly createdAtMs: number
}

/** What an account's key stands for, or undefined when it is free. */
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

/**
 * Takes the key for a task. When another transaction is just taking it, waits for that one; the unique key then refuses
 * the row, which the caller reads as a replay.
 */
export async function insertIdempotencyKey(
  tx: Tx,
  request: { accountId: string; key: string; fingerprint: Uint8Array; taskId: string },
): Promise<void> {
  await tx.db
    .insertInto('idempotency_keys')
    .values({
      account_id: request.accountId,
      idempotency_key: request.key,
      fingerprint: request.fingerprint,
      task_id: request.taskId,
      created_at: BigInt(tx.nowMs),
    })
    .execute()
}

/** Frees the key when it is older than it must be remembered, so that it can be taken anew before the sweep has come by. */
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

/** Forgets up to `limit` keys that are older than they must be remembered; returns how many there were. */
export async function deleteOldIdempotencyKeys(
  tx: Tx,
  options: { rememberedMs: number; limit: number },
): Promise<number> {
  const rows = await tx.db
    .selectFrom('idempotency_keys')
    .select(['account_id', 'idempotency_key'])
    .where('created_at', '<', BigInt(tx.nowMs - options.rememberedMs))
    .orderBy('created_at')
    .limit(options.limit)
    .execute()
  for (const row of rows) {
    await tx.db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', row.account_id)
      .where('idempotency_key', '=', row.idempotency_key)
      .execute()
  }
  return rows.length
}
