import { type Kysely, sql } from 'kysely'
import { productsWithInput } from '../../core/domain/products.ts'
import { uploadMoves } from '../../core/domain/uploads/upload-states.ts'
import type { Tx } from '../database.ts'
import { deleteGateChecks } from '../gate-checks.ts'
import { numberOf } from '../nullable-number.ts'
import type { Tables } from '../tables.ts'
import { uncountKeptUploads } from './kept-uploads.ts'

/**
 * A READY upload that may be deleted. Its row is locked: no use of it can be recorded before the transaction
 * ends.
 */
export interface LockedUpload {
  readonly id: string
  readonly accountId: string
  readonly objectKey: string
  readonly sizeBytes: number
  readonly expiresAtMs: number
  readonly lastUsedAtMs: number
}

/**
 * READY uploads last used before that time, least recent first. Skips rows that another process has locked.
 */
export async function lockUnusedUploads(
  tx: Tx,
  { usedBeforeMs, limit }: { readonly usedBeforeMs: number; readonly limit: number },
): Promise<LockedUpload[]> {
  const rows = await selectReady(tx)
    .where('last_used_at', '<', BigInt(usedBeforeMs))
    .orderBy('last_used_at')
    .limit(limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  return rows.map(toLocked)
}

/** READY uploads of one account, used or not, after `after` in the order of their windows. */
export async function lockUploadsOfAccount(
  tx: Tx,
  request: {
    readonly accountId: string
    readonly after: Pick<LockedUpload, 'expiresAtMs' | 'id'> | undefined
    readonly limit: number
  },
): Promise<LockedUpload[]> {
  const { accountId, after = { expiresAtMs: 0, id: '' }, limit } = request
  const place = BigInt(after.expiresAtMs)
  const rows = await selectReady(tx)
    .where('account_id', '=', accountId)
    .where('expires_at', '>=', place)
    .where((row) => row.or([row('expires_at', '>', place), row('id', '>', after.id)]))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  return rows.map(toLocked)
}

function selectReady(tx: Tx) {
  return tx.db
    .selectFrom('uploads')
    .select(['id', 'account_id', 'object_key', 'size_bytes', 'expires_at', 'last_used_at'])
    .where('status', '=', uploadMoves.verify.to)
}

function toLocked(row: Awaited<ReturnType<ReturnType<typeof selectReady>['execute']>>[number]): LockedUpload {
  return {
    id: row.id,
    accountId: row.account_id,
    objectKey: row.object_key ?? '',
    sizeBytes: Number(row.size_bytes),
    expiresAtMs: Number(row.expires_at),
    lastUsedAtMs: Number(row.last_used_at),
  }
}

/** Deletes uploads that this transaction has locked, and subtracts them from their accounts' counts. */
export async function deleteLockedUploads(tx: Tx, uploads: readonly LockedUpload[]): Promise<void> {
  if (uploads.length === 0) return
  await deleteUploadRows(tx, uploads)
  await uncountKeptUploads(tx, uploads)
}

/**
 * By primary key, never by a scan: a DELETE locks every row that it reads. With each upload goes what gates
 * said about it.
 */
export async function deleteUploadRows(tx: Tx, uploads: readonly { readonly id: string }[]): Promise<void> {
  const keys = uploads.map(({ id }) => ({ id }))
  await tx.dialect.deleteByKeys('uploads', keys).execute(tx.db)
  await deleteGateChecks(
    tx,
    keys.map(({ id }) => id),
  )
}

/** Those of these uploads that no longer exist. */
export async function listMissingUploads<U extends Pick<LockedUpload, 'id'>>(
  tx: Tx,
  uploads: readonly U[],
): Promise<U[]> {
  if (uploads.length === 0) return []
  const ids = uploads.map(({ id }) => id)
  const rows = await tx.db.selectFrom('uploads').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  return uploads.filter(({ id }) => !there.has(id))
}

/**
 * Deletes up to `limit` INVALID or EXPIRED uploads whose windows closed before that time. Returns how many
 * there were.
 */
export async function deleteFailedUploads(
  tx: Tx,
  { closedBeforeMs, limit }: { readonly closedBeforeMs: number; readonly limit: number },
): Promise<number> {
  const failed: { readonly id: string }[] = []
  for (const status of [uploadMoves.reject.to, uploadMoves.expire.to]) {
    const rows = await tx.db
      .selectFrom('uploads')
      .select('id')
      .where('status', '=', status)
      .where('expires_at', '<', BigInt(closedBeforeMs))
      .limit(limit - failed.length)
      .modifyEnd(tx.dialect.skipLocked)
      .execute()
    failed.push(...rows)
  }
  if (failed.length > 0) await deleteUploadRows(tx, failed)
  return failed.length
}

/**
 * When the oldest waiting or running task with an upload as input was accepted; undefined if there is none.
 * Reads queue, blocked tasks and leases at one moment, so that no task is missed while it moves between them.
 */
export async function findOldestTaskWithInput(
  db: Kysely<Tables>,
  accountId?: string,
): Promise<number | undefined> {
  const products = sql.join(productsWithInput)
  const ofAccount = (column: string) =>
    accountId === undefined ? sql`` : sql` and ${sql.ref(column)} = ${accountId}`
  const { rows } = await sql<{ oldest: bigint | null }>`
    select min(t.created_at) as oldest from (
      select task_id from task_queue where product in (${products})
      union all select task_id from held_tasks where product in (${products})${ofAccount('account_id')}
      union all select task_id from task_leases
    ) work
    join tasks t on t.id = work.task_id
    where t.type in (${products})${ofAccount('t.account_id')}`.execute(db)
  return numberOf(rows[0]?.oldest ?? null)
}
