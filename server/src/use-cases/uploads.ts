import type { Database } from '../database/database.js'
import { findUpload, insertUpload } from '../database/uploads.js'
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
}

/** Where the bytes of an upload wait until they are verified. The caller's PUT can reach this key and no other. */
export function stagingKeyOf(uploadId: string): string {
  return `uploads/${uploadId}`
}

/** Reserves an upload and signs the link for its one PUT; both lapse together. */
export async function createUpload(
  { database, objectStore }: UploadDependencies,
  accountId: string,
  contentType: contract.UploadRequest['contentType'],
): Promise<contract.ReservedUpload> {
  const id = newUploadId()
  const windowMs = limits.uploadWindowSeconds * 1000
  const { expiresAtMs } = await database.transaction(async (tx) => {
    const written = tx.mayHaveCommitted ? await findUpload(tx.db, accountId, id) : undefined
    return written ?? insertUpload(tx, { id, accountId, contentType, windowMs })
  })
  const uploadUrl = await objectStore.signUpload({
    key: stagingKeyOf(id),
    contentType,
    expiresInSeconds: limits.uploadWindowSeconds,
  })
  return { id, uploadUrl, method: 'PUT', expiresAt: toTimestamp(expiresAtMs) }
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
  const nowMs = await database.nowMs()
  const upload = await database.read((db) => findUpload(db, accountId, uploadId))
  if (upload === undefined) throw new ServiceError('UPLOAD_NOT_FOUND')
  return { upload, nowMs }
}
