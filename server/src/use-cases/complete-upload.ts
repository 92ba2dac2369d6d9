import { judgeUpload, type Verdict } from '../database/uploads.js'
import { newUploadId } from '../domain/ids.js'
import { ServiceError } from '../domain/service-error.js'
import { uploadStatusAt } from '../domain/upload-states.js'
import type * as contract from '../generated/models.js'
import type { ObjectHead } from '../ports/object-store.js'
import {
  ObjectStoreUnavailableError,
  type RequestedOfStore,
  tellingOfOutages,
} from './object-store-outage.js'
import { viewUpload } from './upload-view.js'
import { readUpload, stagingKeyOf, type UploadDependencies } from './uploads.js'
import { verifyUpload } from './verify-upload.js'

/**
 * Verifies what has arrived and writes the verdict, once: an upload that has one answers it again without reading the
 * file. Throws UPLOAD_NOT_RECEIVED while nothing has arrived (the upload stays PENDING), UPLOAD_NOT_FOUND, and an
 * ObjectStoreUnavailableError, after which the call can be repeated.
 *
 * The bytes that pass are copied to a key that no link can write to, conditionally on their version, before READY is
 * written; so what a task reads later is what was verified, whatever is PUT through the link meanwhile.
 */
export async function completeUpload(
  deps: UploadDependencies,
  accountId: string,
  uploadId: string,
): Promise<contract.Upload> {
  const { database } = deps
  const objectStore = tellingOfOutages(deps.objectStore)
  const { upload, nowMs } = await readUpload(database, accountId, uploadId)
  if (uploadStatusAt(upload, nowMs) !== 'PENDING') return viewUpload(upload, nowMs)

  const stagingKey = stagingKeyOf(uploadId)
  const verdict = await judge(objectStore, stagingKey, uploadId, upload.contentType)
  if (verdict === undefined) {
    // Either nothing has arrived yet, or another completion has just judged the file and cleared it away.
    const standing = await readUpload(database, accountId, uploadId)
    if (uploadStatusAt(standing.upload, standing.nowMs) === 'PENDING')
      throw new ServiceError('UPLOAD_NOT_RECEIVED')
    return viewUpload(standing.upload, standing.nowMs)
  }
  const judged = await database.transaction((tx) => judgeUpload(tx, uploadId, verdict))
  if (!judged && verdict.kind === 'ready') {
    // Another completion was faster, the window has closed, or our own first COMMIT had come through after all: the
    // copy is garbage only if no verdict names it.
    const { upload: standing } = await readUpload(database, accountId, uploadId)
    if (standing.objectKey !== verdict.objectKey) await objectStore.delete(verdict.objectKey)
  }
  await objectStore.delete(stagingKey)
  const after = await readUpload(database, accountId, uploadId)
  return viewUpload(after.upload, after.nowMs)
}

/** A PUT may replace the file between two steps; this many times is it read anew before the caller is asked to retry. */
const replacementsMax = 3

/** A header takes one read nearly always and milliseconds each; a caller who waits longer does better to call again. */
const headerMsMax = 30_000

/** undefined when there is no file, or none that stays the same for long enough to be read. */
async function judge(
  objectStore: RequestedOfStore,
  stagingKey: string,
  uploadId: string,
  declaredType: string,
): Promise<Verdict | undefined> {
  const giveUpAtMs = performance.now() + headerMsMax
  for (let attempt = 0; attempt < replacementsMax; attempt += 1) {
    const head: ObjectHead | undefined = await objectStore.head(stagingKey)
    if (head === undefined) return undefined
    const verdict = await verifyUpload({
      sizeBytes: head.sizeBytes,
      declaredType,
      readRange: ({ start, endExclusive }) => {
        if (performance.now() > giveUpAtMs) throw new ObjectStoreUnavailableError('The store is too slow.')
        return objectStore.readRange(stagingKey, { start, endInclusive: endExclusive - 1, etag: head.etag })
      },
    })
    if (verdict.kind === 'invalid') return verdict
    if (verdict.kind === 'changed') continue
    const objectKey = `inputs/${uploadId}-${newUploadId()}`
    const copied = await objectStore.copy({ from: stagingKey, to: objectKey, etag: head.etag })
    if (!copied) continue
    return { ...verdict, objectKey }
  }
  return undefined
}
