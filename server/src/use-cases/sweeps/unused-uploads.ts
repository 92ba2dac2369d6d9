import { keptBytesOf, useNotedEveryMs } from '../../core/domain/uploads/upload.ts'
import { dayMs } from '../../core/domain/utc-day.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { Database, Tx } from '../../database/database.ts'
import { findWritten } from '../../database/find-written.ts'
import {
  deleteFailedUploads,
  deleteLockedUploads,
  findOldestTaskWithInput,
  type LockedUpload,
  listMissingUploads,
  lockUnusedUploads,
  lockUploadsOfAccount,
} from '../../database/uploads/unused-uploads.ts'
import { deleteObjects } from './retention.ts'
import { batchMax, inBatches } from './sweeps.ts'

/** Longer than any request takes from reading its upload to the acceptance of its task. */
const requestMsMax = 60 * 60_000

/**
 * READY uploads verified more recently than this are never deleted, however short a time without use is
 * requested.
 */
export const uploadsSparedMs = requestMsMax + useNotedEveryMs

interface Dependencies {
  readonly database: Database
  /** If undefined, the bytes of deleted uploads are left to the sweep of objects. */
  readonly objectStore?: Pick<ObjectStore, 'delete'>
}

/**
 * How long after its window an INVALID or EXPIRED upload can still be read: for a client that was away for a
 * week. It holds no bytes.
 */
export const failedUploadsKeptMs = 7 * dayMs

/**
 * Deletes READY uploads that no accepted generation has used for this long, with their bytes. Returns how
 * many. Rows go first: bytes left by a crash are found by the sweep of objects.
 */
export async function sweepUnusedUploads(deps: Dependencies, unusedMs: number): Promise<number> {
  const usedBeforeMs = await readUsedBeforeMs(deps.database, unusedMs)
  return inBatches(() =>
    deleteBatch(deps, (tx) => lockUnusedUploads(tx, { usedBeforeMs, limit: batchMax })).then(
      ({ length }) => length,
    ),
  )
}

/** Deletes the rows of INVALID and EXPIRED uploads. Returns how many. */
export async function sweepFailedUploads({ database }: Pick<Dependencies, 'database'>): Promise<number> {
  const closedBeforeMs = (await database.nowMs()) - failedUploadsKeptMs
  return inBatches(() =>
    database.transaction((tx) => deleteFailedUploads(tx, { closedBeforeMs, limit: batchMax })),
  )
}

/** Called, with at least one upload, in the transaction that deletes them. */
type OnDeleted = (tx: Tx, uploads: readonly LockedUpload[]) => Promise<void>

/** The same for the READY uploads of one account; returns how many, and the space they used. */
export async function deleteUploadsOfAccount(
  deps: Dependencies,
  {
    accountId,
    unusedMs,
    onDeleted,
  }: { readonly accountId: string; readonly unusedMs: number; readonly onDeleted: OnDeleted },
): Promise<{ readonly deleted: number; readonly bytesFreed: number }> {
  const usedBeforeMs = await readUsedBeforeMs(deps.database, unusedMs, accountId)
  let [deleted, bytesFreed] = [0, 0]
  let after: LockedUpload | undefined
  for (;;) {
    let page: LockedUpload[] = []
    const lock = async (tx: Tx) => {
      page = await lockUploadsOfAccount(tx, { accountId, after, limit: batchMax })
      return page.filter(({ lastUsedAtMs }) => lastUsedAtMs < usedBeforeMs)
    }
    const unused = await deleteBatch(deps, lock, onDeleted)
    deleted += unused.length
    bytesFreed += unused.reduce((sum, { sizeBytes }) => sum + keptBytesOf(sizeBytes), 0)
    if (page.length < batchMax) return { deleted, bytesFreed }
    after = page.at(-1)
  }
}

async function deleteBatch(
  { database, objectStore }: Dependencies,
  lock: (tx: Tx) => Promise<LockedUpload[]>,
  onDeleted: OnDeleted = async () => undefined,
): Promise<LockedUpload[]> {
  let tried: LockedUpload[] = []
  const uploads = await database.transaction(async (tx) => {
    const deleted = (await findWritten(tx, () => listMissingUploads(tx, tried))) ?? []
    const locked = await lock(tx)
    await deleteLockedUploads(tx, locked)
    if (locked.length > 0) await onDeleted(tx, locked)
    tried = [...deleted, ...locked]
    return tried
  })
  await deleteObjects(
    objectStore,
    uploads.map(({ objectKey }) => objectKey),
  )
  return uploads
}

/**
 * Uploads last used before that time are unused, and no task needs them: uses are recorded to the hour, so
 * the upload of a waiting or running task was recorded as used at most an hour before its acceptance, plus
 * the duration of its request.
 */
async function readUsedBeforeMs(database: Database, unusedMs: number, accountId?: string): Promise<number> {
  const nowMs = await database.nowMs()
  const oldestMs = await database.readLongRunning((db) => findOldestTaskWithInput(db, accountId))
  const unusedSinceMs = nowMs - Math.max(unusedMs, requestMsMax)
  return Math.min(unusedSinceMs, (oldestMs ?? nowMs) - requestMsMax) - useNotedEveryMs
}
