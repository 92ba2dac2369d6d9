import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import { uploadMoves } from '../../core/domain/uploads/upload-states.ts'
import { deleteUnchangedUploads } from '../../database/uploads/account-uploads.ts'
import { findUpload } from '../../database/uploads/uploads.ts'
import { withOutageErrors } from './storage-outage.ts'
import { readUpload, stagingKeyOf, type UploadDependencies } from './uploads.ts'

/**
 * Deletes an upload with its bytes, which go first: whatever fails, a repetition finds what is left. A task that has
 * not read them yet fails as for an image that is gone. Throws UPLOAD_NOT_FOUND, also for another account's upload,
 * UPLOAD_NOT_DELETABLE for one that is not READY within its window, which holds its place among the open ones, and an
 * ObjectStoreUnavailableError.
 */
export async function deleteUpload(
  { database, objectStore }: Pick<UploadDependencies, 'database' | 'objectStore'>,
  accountId: string,
  uploadId: string,
): Promise<contract.DeletedUpload> {
  const store = withOutageErrors(objectStore)
  const { upload, nowMs } = await readUpload(database, accountId, uploadId)
  const isOpen = upload.status !== uploadMoves.verify.to && nowMs < upload.expiresAtMs
  if (isOpen || upload.claimedUntilMs > nowMs) throw new ServiceError('UPLOAD_NOT_DELETABLE')
  await store.delete(stagingKeyOf(uploadId))
  if (upload.objectKey !== undefined) await store.delete(upload.objectKey)
  const deleted = await database.transaction((tx) => deleteUnchangedUploads(tx, [upload]))
  const isGone =
    deleted.length > 0 || (await database.read((db) => findUpload(db, accountId, uploadId))) === undefined
  // A sweep has just written that its window has closed.
  return isGone
    ? { id: uploadId, deleted: true }
    : deleteUpload({ database, objectStore }, accountId, uploadId)
}
