import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import { sleep } from '../../core/async/sleep.ts'
import { newRandomId } from '../../core/domain/ids.ts'
import { keptBytesOf, type Upload } from '../../core/domain/uploads/upload.ts'
import { uploadMoves, uploadStatusAt } from '../../core/domain/uploads/upload-states.ts'
import type { ObjectHead } from '../../core/ports/object-store.ts'
import { type Database, RolledBack } from '../../database/database.ts'
import { countKeptUpload, findKeptUploads } from '../../database/uploads/kept-uploads.ts'
import { findUpload, recordVerification, type VerificationResult } from '../../database/uploads/uploads.ts'
import { type ClaimedUpload, createClaim } from './claimed-upload.ts'
import { checkGatePause } from './gate-pause.ts'
import { type CopiedFile, judgeUpload } from './judge-upload.ts'
import {
  ObjectStoreUnavailableError,
  type RequestObjectStore,
  UploadClaimedError,
  withOutageErrors,
} from './storage-outage.ts'
import { viewUpload } from './upload-view.ts'
import { readUpload, stagingKeyOf, type UploadDependencies } from './uploads.ts'
import { verifyUpload } from './verify-upload.ts'

/** How often, and how many times, a completion looks whether that of another process has ended: half a minute. */
const lookEveryMs = 250
const looksMax = 120

/**
 * Verifies the received file and writes the result, once: a verified upload returns its result again without
 * reading the file. Throws UPLOAD_NOT_RECEIVED if nothing has arrived; STORAGE_LIMIT_REACHED if the account
 * has no space for a valid file (the upload stays PENDING, its bytes are kept); UPLOAD_NOT_FOUND; and, after which the
 * call can be repeated, an ObjectStoreUnavailableError, an UploadClaimedError, or a GateUnavailableError: for some time
 * after a gate gave no verdict nothing is copied and no gate is asked.
 *
 * Valid bytes are copied to a key that no link can write to, conditionally on their version, before READY is
 * written. So a task later reads exactly what was verified, whatever is PUT through the link meanwhile. Of
 * several completions one copies them and asks the gates, as long as its process lives; the others wait for it.
 */
export async function completeUpload(
  deps: UploadDependencies,
  accountId: string,
  uploadId: string,
): Promise<contract.Upload> {
  const wait = deps.sleep ?? sleep
  const claim = createClaim({ database: deps.database, sleep: wait }, uploadId)
  try {
    for (let looks = 0; looks < looksMax; looks += 1) {
      const { upload, nowMs } = await readUpload(deps.database, accountId, uploadId)
      if (uploadStatusAt(upload, nowMs) !== uploadMoves.verify.from) return viewUpload(upload, nowMs)
      const isClaimed = upload.claimedUntilMs > nowMs
      const completed = isClaimed ? undefined : await verifyAndWrite(deps, { upload, nowMs }, claim)
      if (completed !== undefined) return completed
      await wait(lookEveryMs, new AbortController().signal)
    }
  } finally {
    await claim.release()
  }
  throw new UploadClaimedError(uploadId)
}

/** undefined if another completion has the claim. */
async function verifyAndWrite(
  deps: UploadDependencies,
  { upload, nowMs }: { readonly upload: Upload; readonly nowMs: number },
  claim: ClaimedUpload,
): Promise<contract.Upload | undefined> {
  const { database } = deps
  const { id: uploadId, accountId } = upload
  await checkGatePause(deps, uploadId, nowMs)
  const objectStore = withOutageErrors(deps.objectStore)
  const stagingKey = stagingKeyOf(uploadId)
  const { bytesKeptMax } = deps.uploadLimits
  const found = await verifyAndCopy(objectStore, upload, claim, async (sizeBytes) => {
    // A check without a lock spares the copy of a file that does not fit; the transaction decides.
    const { bytesKept } = await database.read((db) => findKeptUploads(db, accountId))
    return bytesKept + keptBytesOf(sizeBytes) <= bytesKeptMax
  })
  if (found.kind === 'missing' || found.kind === 'full') {
    // Unless a concurrent completion has verified, counted and deleted the file.
    const standing = await readUpload(database, accountId, uploadId)
    if (uploadStatusAt(standing.upload, standing.nowMs) === uploadMoves.verify.from)
      throw new ServiceError(found.kind === 'full' ? 'STORAGE_LIMIT_REACHED' : 'UPLOAD_NOT_RECEIVED')
    return viewUpload(standing.upload, standing.nowMs)
  }
  const result = found.kind === 'ready' ? await judgeUpload(deps, upload, found, claim) : found
  if (result.kind === 'claimed') return undefined
  const outcome = await writeResult(database, { accountId, uploadId, bytesKeptMax }, result)
  if (outcome !== 'written' && result.kind === 'ready') {
    // A concurrent completion was faster, the window has closed, no space is left, the upload was deleted, or our
    // own first COMMIT has landed after all: the copy is garbage only if no upload refers to it.
    const standing = await database.read((db) => findUpload(db, accountId, uploadId))
    if (standing?.objectKey !== result.objectKey) await objectStore.delete(result.objectKey)
  }
  if (outcome === 'full') throw new ServiceError('STORAGE_LIMIT_REACHED')
  await objectStore.delete(stagingKey)
  const after = await readUpload(database, accountId, uploadId)
  return viewUpload(after.upload, after.nowMs)
}

/**
 * Writes the result and counts a kept upload, both or neither; exactly once, even if run again because the
 * COMMIT response was lost. 'late': there was a result already, or the window has closed. 'full': the file
 * does not fit.
 */
function writeResult(
  database: Database,
  place: { readonly accountId: string; readonly uploadId: string; readonly bytesKeptMax: number },
  result: VerificationResult,
): Promise<'written' | 'late' | 'full'> {
  return database.transaction(async (tx) => {
    if (!(await recordVerification(tx, place.uploadId, result))) return 'late'
    // Last, so that the row shared by all of an account's uploads is locked for the shortest time.
    const isFull = result.kind === 'ready' && !(await countKeptUpload(tx, { ...place, ...result }))
    return isFull ? new RolledBack('full') : 'written'
  })
}

type InvalidFile = Extract<VerificationResult, { kind: 'invalid' }>

/**
 * A PUT may replace the file between two steps; it is then reread this often before the caller has to retry.
 */
const replacementsMax = 3

/**
 * A header nearly always takes one read of milliseconds; beyond this limit the caller should rather call
 * again.
 */
const headerMsMax = 30_000

/**
 * 'missing': no file, or none stable for long enough to be read. 'full': a valid file does not fit. 'claimed':
 * another completion copies it.
 */
async function verifyAndCopy(
  objectStore: RequestObjectStore,
  upload: Pick<Upload, 'id' | 'contentType'>,
  claim: ClaimedUpload,
  hasSpace: (sizeBytes: number) => Promise<boolean>,
): Promise<
  | CopiedFile
  | InvalidFile
  | { readonly kind: 'missing' }
  | { readonly kind: 'full' }
  | { readonly kind: 'claimed' }
> {
  const stagingKey = stagingKeyOf(upload.id)
  const deadlineMs = performance.now() + headerMsMax
  for (let attempt = 0; attempt < replacementsMax; attempt += 1) {
    const head: ObjectHead | undefined = await objectStore.head(stagingKey)
    if (head === undefined) break
    const result = await verifyUpload({
      sizeBytes: head.sizeBytes,
      declaredType: upload.contentType,
      readRange: ({ start, endExclusive }) => {
        if (performance.now() > deadlineMs)
          throw new ObjectStoreUnavailableError('The object store is too slow.')
        return objectStore.readRange(stagingKey, { start, endInclusive: endExclusive - 1, etag: head.etag })
      },
    })
    if (result.kind === 'invalid') return result
    if (result.kind === 'changed') continue
    if (!(await hasSpace(result.sizeBytes))) return { kind: 'full' }
    if (!(await claim.take())) return { kind: 'claimed' }
    const objectKey = `inputs/${upload.id}-${newRandomId()}`
    const copied = await objectStore.copy({ from: stagingKey, to: objectKey, etag: head.etag })
    if (!copied) continue
    return { ...result, objectKey }
  }
  return { kind: 'missing' }
}
