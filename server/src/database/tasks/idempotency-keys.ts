import { type Selectable, sql } from 'kysely'
import type { Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import type { Reader, Tables } from '../tables.ts'

export interface RememberedKey {
  readonly taskId: string
  readonly fingerprint: Uint8Array
  readonly createdAtMs: number
}

/** A key of an account. */
export type KeyOfAccount = Pick<NewIdempotencyKey, 'accountId' | 'key'>

/** The tasks of many keys in one statement, by the very objects that asked; a free key is absent. */
export async function findIdempotencyKeys<Asked extends KeyOfAccount>(
  db: Reader,
  asked: readonly Asked[],
): Promise<ReadonlyMap<Asked, RememberedKey>> {
  // The database compares keys, and says which one a row is for.
  const ofEach = asked.map(
    ({ accountId, key }, index) => sql`
      select ${sql.lit(BigInt(index))} as asked, task_id, fingerprint, created_at from idempotency_keys
      where account_id = ${accountId} and idempotency_key = ${key}`,
  )
  const { rows } = await sql<FoundKey>`${sql.join(ofEach, sql` union all `)}`.execute(db)
  const found = new Map<Asked, RememberedKey>()
  for (const { asked: index, task_id: taskId, fingerprint, created_at } of rows) {
    const key = asked[Number(index)]
    if (key !== undefined) found.set(key, { taskId, fingerprint, createdAtMs: Number(created_at) })
  }
  return found
}

type FoundKey = Pick<Selectable<Tables['idempotency_keys']>, 'task_id' | 'fingerprint' | 'created_at'> & {
  readonly asked: bigint
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
