import { ServiceError } from '@mediagen/contract/errors'
import { limits } from '@mediagen/contract/limits'
import type * as contract from '@mediagen/contract/models'
import type { sleep } from '../../core/async/sleep.ts'
import { toTimestamp } from '../../core/domain/clock.ts'
import { newUploadId } from '../../core/domain/ids.ts'
import type { Upload } from '../../core/domain/uploads/upload.ts'
import type { GateCheckReport, Gates } from '../../core/ports/gate.ts'
import type { Logger } from '../../core/ports/logger.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { Database, Tx } from '../../database/database.ts'
import { findWritten } from '../../database/find-written.ts'
import { lockKeptUploads } from '../../database/uploads/kept-uploads.ts'
import {
  findOpenUploadsFullUntil,
  findUpload,
  findUploadNow,
  insertUpload,
  isUploadPending,
} from '../../database/uploads/uploads.ts'
import { reachStore } from './storage-outage.ts'
import { viewUpload } from './upload-view.ts'

export interface UploadDependencies {
  readonly database: Database
  readonly objectStore: ObjectStore
  readonly uploadLimits: UploadLimits
  readonly gates: Pick<Gates, 'forUpload'>
  readonly logger: Logger
  readonly onGateAsked?: ((report: GateCheckReport) => void) | undefined
  /** How a completion waits for another one, and between renewals of its claim. @default the timer of the system */
  readonly sleep?: typeof sleep
}

/** Upload limits of one account. */
export interface UploadLimits {
  /** Maximum open uploads: PENDING or INVALID, within their windows. */
  readonly openMax: number
  /** Maximum bytes of READY uploads, each counted as by `keptBytesOf`. */
  readonly bytesKeptMax: number
}

/** The key of an upload's bytes until they are verified. The caller's PUT can write this key and no other. */
export function stagingKeyOf(uploadId: string): string {
  return stagingPrefix + uploadId
}

const stagingPrefix = 'uploads/'

/**
 * Whether a client may still send bytes to this key. Bytes sent after verification would not be counted
 * anywhere.
 */
export async function expectsBytes(database: Database, key: string): Promise<boolean> {
  const uploadId = key.startsWith(stagingPrefix) ? key.slice(stagingPrefix.length) : ''
  return database.read((db) => isUploadPending(db, uploadId))
}

/**
 * Reserves an upload and signs the link for its one PUT; both expire together. Throws ACCOUNT_NOT_ACTIVE,
 * STORAGE_LIMIT_REACHED if not even the smallest file would fit, TOO_MANY_OPEN_UPLOADS with the time until the
 * first of them expires, and an ObjectStoreUnavailableError.
 */
export async function createUpload(
  { database, objectStore, uploadLimits }: UploadDependencies,
  accountId: string,
  contentType: contract.UploadRequest['contentType'],
): Promise<contract.ReservedUpload> {
  let id = ''
  const windowMs = limits.uploadWindowSeconds * 1000
  const { expiresAtMs } = await database.transaction(async (tx) => {
    // Once for all runs: the COMMIT of an earlier one may still land.
    id ||= newUploadId(tx.nowMs)
    const written = await findWritten(tx, () => findUpload(tx.db, accountId, id))
    if (written !== undefined) return written
    await requireRoom(tx, accountId, uploadLimits)
    return insertUpload(tx, { id, accountId, contentType, windowMs })
  })
  const uploadUrl = await reachStore(
    objectStore.signUpload({
      key: stagingKeyOf(id),
      contentType,
      expiresInSeconds: limits.uploadWindowSeconds,
    }),
  )
  return { id, uploadUrl, method: 'PUT', expiresAt: toTimestamp(expiresAtMs) }
}

/** Holds a lock until the transaction ends: concurrent reservations of one account see each other. */
async function requireRoom(
  tx: Tx,
  accountId: string,
  { openMax, bytesKeptMax }: UploadLimits,
): Promise<void> {
  const { bytesKept, accountState } = await lockKeptUploads(tx, accountId)
  if (accountState !== 'ACTIVE') throw new ServiceError('ACCOUNT_NOT_ACTIVE')
  // An error that only the operator can resolve takes precedence over one that time resolves.
  if (bytesKept + limits.keptUploadBytesMin > bytesKeptMax) throw new ServiceError('STORAGE_LIMIT_REACHED')
  const fullUntilMs = await findOpenUploadsFullUntil(tx, accountId, openMax)
  if (fullUntilMs === undefined) return
  throw new ServiceError('TOO_MANY_OPEN_UPLOADS', { retryAfterSeconds: (fullUntilMs - tx.nowMs) / 1000 })
}

/** Throws UPLOAD_NOT_FOUND for an unknown upload and, identically, for another account's. */
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
