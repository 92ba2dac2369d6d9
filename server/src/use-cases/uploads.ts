import type { Database, Tx } from '../database/database.js'
import { findWritten } from '../database/find-written.js'
import { lockUploadUsage } from '../database/uploads/upload-usage.js'
import {
  findOpenUploadsFullUntil,
  findUpload,
  findUploadNow,
  insertUpload,
  isUploadPending,
} from '../database/uploads/uploads.js'
import { toTimestamp } from '../domain/clock.js'
import { newUploadId } from '../domain/ids.js'
import { ServiceError } from '../domain/service-error.js'
import type { Upload } from '../domain/upload.js'
import { limits } from '../generated/limits.js'
import type * as contract from '../generated/models.js'
import type { ObjectStore } from '../ports/object-store.js'
import { viewUpload } from './upload-view.js'

export interface UploadDependencies {
  readonly database: Database
  readonly objectStore: ObjectStore
  readonly uploadLimits: UploadLimits
}

/** What one account may have of uploads. */
export interface UploadLimits {
  /** PENDING within their windows, at once. */
  readonly openMax: number
  /** Of those that are READY, each counted as `keptBytesOf`. */
  readonly bytesKeptMax: number
}

/** Where the bytes of an upload wait until they are verified. The caller's PUT can reach this key and no other. */
export function stagingKeyOf(uploadId: string): string {
  return stagingPrefix + uploadId
}

const stagingPrefix = 'uploads/'

/** Whether bytes that a client sends to this key are still waited for. What is sent after the verdict would count nowhere. */
export async function expectsBytes(database: Database, key: string): Promise<boolean> {
  const uploadId = key.startsWith(stagingPrefix) ? key.slice(stagingPrefix.length) : ''
  return database.read((db) => isUploadPending(db, uploadId))
}

/**
 * Reserves an upload and signs the link for its one PUT; both lapse together. Throws STORAGE_LIMIT_REACHED when not even
 * the smallest file would fit any more, and TOO_MANY_OPEN_UPLOADS with the time until the first of them has expired.
 */
export async function createUpload(
  { database, objectStore, uploadLimits }: UploadDependencies,
  accountId: string,
  contentType: contract.UploadRequest['contentType'],
): Promise<contract.ReservedUpload> {
  const id = newUploadId()
  const windowMs = limits.uploadWindowSeconds * 1000
  const { expiresAtMs } = await database.transaction(async (tx) => {
    const written = await findWritten(tx, () => findUpload(tx.db, accountId, id))
    if (written !== undefined) return written
    await requireRoom(tx, accountId, uploadLimits)
    return insertUpload(tx, { id, accountId, contentType, windowMs })
  })
  const uploadUrl = await objectStore.signUpload({
    key: stagingKeyOf(id),
    contentType,
    expiresInSeconds: limits.uploadWindowSeconds,
  })
  return { id, uploadUrl, method: 'PUT', expiresAt: toTimestamp(expiresAtMs) }
}

/** Holds until the transaction ends: of several that reserve for one account, each sees what those before it have. */
async function requireRoom(
  tx: Tx,
  accountId: string,
  { openMax, bytesKeptMax }: UploadLimits,
): Promise<void> {
  const { bytesKept } = await lockUploadUsage(tx, accountId)
  // What only the operator can mend comes before what time mends.
  if (bytesKept + limits.keptUploadBytesMin > bytesKeptMax) throw new ServiceError('STORAGE_LIMIT_REACHED')
  const fullUntilMs = await findOpenUploadsFullUntil(tx, accountId, openMax)
  if (fullUntilMs === undefined) return
  throw new ServiceError('TOO_MANY_OPEN_UPLOADS', { retryAfterSeconds: (fullUntilMs - tx.nowMs) / 1000 })
}

/** Throws UPLOAD_NOT_FOUND for an unknown upload and, no differently, for another account's. */
export async function getUpload(
  { database }: UploadDependencies,
  accountId: string,
  uploadId: string,
): Promise<contract.Upload> {
  const { upload, nowMs } = await readUpload(database, accountId, uploadId)
  return viewUpload(upload, nowMs)
}

/** The upload and the database's time at which it was read. */
export async function readUpload(
  database: Database,
  accountId: string,
  uploadId: string,
): Promise<{ upload: Upload; nowMs: number }> {
  const found = await database.read((db, now) => findUploadNow(db, now, accountId, uploadId))
  if (found === undefined) throw new ServiceError('UPLOAD_NOT_FOUND')
  return found
}
