import type { ImageContentType } from '@mediagen/contract/models'
import type { RawBuilder, Selectable } from 'kysely'
import { mayBeId } from '../../core/domain/ids.ts'
import type { Upload } from '../../core/domain/uploads/upload.ts'
import {
  openUploadStatuses,
  type UploadErrorCode,
  uploadMoves,
} from '../../core/domain/uploads/upload-states.ts'
import type { Database, Tx } from '../database.ts'
import { numberOf } from '../nullable-number.ts'
import type { Reader, Tables } from '../tables.ts'

export async function insertUpload(
  tx: Tx,
  upload: { id: string; accountId: string; contentType: ImageContentType; windowMs: number },
): Promise<{ expiresAtMs: number }> {
  const expiresAtMs = tx.nowMs + upload.windowMs
  await tx.db
    .insertInto('uploads')
    .values({
      id: upload.id,
      account_id: upload.accountId,
      status: uploadMoves.verify.from,
      content_type: upload.contentType,
      created_at: BigInt(tx.nowMs),
      expires_at: BigInt(expiresAtMs),
      last_used_at: BigInt(tx.nowMs),
    })
    .execute()
  return { expiresAtMs }
}

/** The caller's own upload by an id that we made; undefined for another account's, as for an unknown id. */
export async function findUpload(
  db: Reader,
  accountId: string,
  uploadId: string,
): Promise<Upload | undefined> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? undefined : toUpload(row)
}

/** The same by any text, with the database's time at which it was read. */
export async function findUploadNow(
  db: Reader,
  now: RawBuilder<bigint>,
  accountId: string,
  uploadId: string,
): Promise<{ readonly upload: Upload; readonly nowMs: number } | undefined> {
  if (!mayBeId(uploadId)) return undefined
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .select(now.as('now'))
    .where('id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? undefined : { upload: toUpload(row), nowMs: Number(row.now) }
}

/** Whether an upload is still unverified, whoever owns it. */
export async function isUploadPending(db: Reader, uploadId: string): Promise<boolean> {
  if (!mayBeId(uploadId)) return false
  const row = await db.selectFrom('uploads').select('status').where('id', '=', uploadId).executeTakeFirst()
  return row?.status === uploadMoves.verify.from
}

/**
 * When the account will have fewer than `openMax` open uploads, because enough of their windows have closed;
 * undefined if it has fewer now. Reads at most twice as many index entries as there may be open uploads.
 */
export async function findOpenUploadsFullUntil(
  tx: Tx,
  accountId: string,
  openMax: number,
): Promise<number | undefined> {
  const windows: number[] = []
  // One statement for each status: only within one status is the index in the order of the windows.
  for (const status of openUploadStatuses) {
    const rows = await tx.db
      .selectFrom('uploads')
      .select('expires_at')
      .where('account_id', '=', accountId)
      .where('status', '=', status)
      .where('expires_at', '>', BigInt(tx.nowMs))
      .orderBy('expires_at', 'desc')
      .limit(openMax)
      .execute()
    windows.push(...rows.map((row) => Number(row.expires_at)))
  }
  return windows.sort((a, b) => b - a)[openMax - 1]
}

/** The account's open uploads, PENDING or INVALID and within their window; for operators. */
export async function countOpenUploads(
  db: Reader,
  now: RawBuilder<bigint>,
  accountId: string,
): Promise<number> {
  const { open } = await db
    .selectFrom('uploads')
    .select((row) => row.fn.countAll<bigint>().as('open'))
    .where('account_id', '=', accountId)
    .where('status', 'in', openUploadStatuses)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(open)
}

export type VerificationResult =
  | {
      readonly kind: 'ready'
      readonly sizeBytes: number
      readonly widthPx: number
      readonly heightPx: number
      readonly objectKey: string
    }
  | { readonly kind: 'invalid'; readonly errorCode: UploadErrorCode }

/**
 * Writes a verification result. False if the upload is not PENDING any more or its window has closed: the
 * first result stands, and an upload seen as EXPIRED stays so.
 */
export async function recordVerification(
  tx: Tx,
  uploadId: string,
  result: VerificationResult,
): Promise<boolean> {
  const move = result.kind === 'ready' ? uploadMoves.verify : uploadMoves.reject
  const columns =
    result.kind === 'ready'
      ? {
          size_bytes: BigInt(result.sizeBytes),
          width: BigInt(result.widthPx),
          height: BigInt(result.heightPx),
          object_key: result.objectKey,
          verified_at: BigInt(tx.nowMs),
          last_used_at: BigInt(tx.nowMs),
        }
      : { error_code: result.errorCode }
  const { numUpdatedRows } = await tx.db
    .updateTable('uploads')
    .set({ ...columns, status: move.to, claimed_by: null, claimed_until: null })
    .where('id', '=', uploadId)
    .where('status', '=', move.from)
    .where('expires_at', '>', BigInt(tx.nowMs))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Marks up to `limit` uploads as expired; returns their ids, so that their bytes can be deleted. */
export async function expireUploads(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('uploads')
    .select('id')
    .where('status', '=', uploadMoves.expire.from)
    .where('expires_at', '<=', BigInt(tx.nowMs))
    .limit(limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  await tx.db
    .updateTable('uploads')
    .set({ status: uploadMoves.expire.to, error_code: 'UPLOAD_EXPIRED' })
    .where('id', 'in', ids)
    .where('status', '=', uploadMoves.expire.from)
    .execute()
  return ids
}

/** Records a use of an upload now. False if it no longer exists or is not READY: then it must not be used. */
export async function noteUploadUse(
  database: Database,
  accountId: string,
  uploadId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database.autocommit((db, now) =>
    db
      .updateTable('uploads')
      .set({ last_used_at: now })
      .where('id', '=', uploadId)
      .where('account_id', '=', accountId)
      .where('status', '=', uploadMoves.verify.to)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n
}

function toUpload(row: Selectable<Tables['uploads']>): Upload {
  return {
    id: row.id,
    accountId: row.account_id,
    status: row.status,
    contentType: row.content_type,
    sizeBytes: numberOf(row.size_bytes),
    widthPx: numberOf(row.width),
    heightPx: numberOf(row.height),
    objectKey: row.object_key ?? undefined,
    errorCode: row.error_code ?? undefined,
    createdAtMs: Number(row.created_at),
    expiresAtMs: Number(row.expires_at),
    verifiedAtMs: numberOf(row.verified_at),
    lastUsedAtMs: Number(row.last_used_at),
    claimedUntilMs: Number(row.claimed_until ?? 0n),
  }
}
