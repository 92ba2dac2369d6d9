import type { UploadStatus } from '../../core/domain/uploads/upload-states.ts'
import { uploadMoves } from '../../core/domain/uploads/upload-states.ts'
import type { Tx } from '../database.ts'
import { numberOf } from '../nullable-number.ts'
import type { Reader } from '../tables.ts'
import { uncountKeptUploads } from './kept-uploads.ts'
import { deleteUploadRows } from './unused-uploads.ts'

/** An upload in whatever state, for the deletion of all of an account's. */
export interface StoredUpload {
  readonly id: string
  readonly accountId: string
  readonly status: UploadStatus
  /** undefined before it is verified. */
  readonly objectKey: string | undefined
  readonly sizeBytes: number | undefined
  /** By the database's clock; until then a completion may make a copy that no row names yet. 0 without one. */
  readonly claimedUntilMs: number
}

/** Some of an account's uploads; a range of its index. */
export async function listUploadsOfAccount(
  db: Reader,
  { accountId, limit }: { readonly accountId: string; readonly limit: number },
): Promise<StoredUpload[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'account_id', 'status', 'object_key', 'size_bytes', 'claimed_until'])
    .where('account_id', '=', accountId)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    status: row.status,
    objectKey: row.object_key ?? undefined,
    sizeBytes: numberOf(row.size_bytes),
    claimedUntilMs: Number(row.claimed_until ?? 0n),
  }))
}

/**
 * Deletes those of these uploads that are as they were read, with what gates said about them, and subtracts them
 * from their account's count. Returns them: one whose verification came in between has other bytes now, or is
 * getting them.
 */
export async function deleteUnchangedUploads(
  tx: Tx,
  uploads: readonly StoredUpload[],
): Promise<StoredUpload[]> {
  const ids = uploads.map(({ id }) => id)
  const rows = await tx.db
    .selectFrom('uploads')
    .select(['id', 'status', 'claimed_until'])
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(tx.dialect.forUpdate)
    .execute()
  const free = rows.filter((row) => (row.claimed_until ?? 0n) <= tx.nowMs)
  const statuses = new Map(free.map((row) => [row.id, row.status]))
  const unchanged = uploads.filter(({ id, status }) => statuses.get(id) === status)
  if (unchanged.length === 0) return []
  await deleteUploadRows(tx, unchanged)
  const kept = unchanged.filter(({ status }) => status === uploadMoves.verify.to)
  await uncountKeptUploads(
    tx,
    kept.map(({ accountId, sizeBytes = 0 }) => ({ accountId, sizeBytes })),
  )
  return unchanged
}
