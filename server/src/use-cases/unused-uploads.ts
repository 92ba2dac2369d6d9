import type { Database, Tx } from '../database/database.js'
import { findWritten } from '../database/find-written.js'
import {
  deleteFailedUploads,
  deleteLockedUploads,
  findOldestTaskWithInput,
  type LockedUpload,
  listMissingUploads,
  lockUnusedUploads,
  lockUploadsOfAccount,
} from '../database/uploads/unused-uploads.js'
import { keptBytesOf, useNotedEveryMs } from '../domain/upload.js'
import type { ObjectStore } from '../ports/object-store.js'
import { batchMax, inBatches } from './sweeps.js'

/** Longer than any request takes from looking at its upload to the acceptance of its task. */
const requestMsMax = 60 * 60_000

/** READY uploads of so recent a verdict are never deleted, however short the time without a use that is asked for. */
export const uploadsSparedMs = requestMsMax + useNotedEveryMs

interface Dependencies {
  readonly database: Database
  /** Without one, the bytes of deleted uploads are left to the sweep of objects. */
  readonly objectStore?: Pick<ObjectStore, 'delete'>
}

/**
 * Deletes READY uploads, with their bytes, that no accepted generation has named for so long, and the rows of those that
 * came to nothing that long ago. Returns how many. Rows go first: what a crash leaves of bytes, the sweep of objects finds.
 */
export async function sweepUnusedUploads(deps: Dependencies, unusedMs: number): Promise<number> {
  const { database } = deps
  const usedBeforeMs = await readUsedBeforeMs(database, unusedMs)
  const ready = await inBatches(() =>
    deleteBatch(deps, (tx) => lockUnusedUploads(tx, { usedBeforeMs, limit: batchMax })).then(
      ({ length }) => length,
    ),
  )
  const closedBeforeMs = (await database.nowMs()) - unusedMs
  const failed = await inBatches(() =>
    database.transaction((tx) => deleteFailedUploads(tx, { closedBeforeMs, limit: batchMax })),
  )
  return ready + failed
}

/** The same for the READY uploads of one account; returns how many, and how much space of its limit they took up. */
export async function deleteUploadsOfAccount(
  deps: Dependencies,
  { accountId, unusedMs }: { readonly accountId: string; readonly unusedMs: number },
): Promise<{ readonly deleted: number; readonly bytesFreed: number }> {
  const usedBeforeMs = await readUsedBeforeMs(deps.database, unusedMs, accountId)
  let [deleted, bytesFreed] = [0, 0]
  let after: LockedUpload | undefined
  for (;;) {
    let page: LockedUpload[] = []
    const unused = await deleteBatch(deps, async (tx) => {
      page = await lockUploadsOfAccount(tx, { accountId, after, limit: batchMax })
      return page.filter(({ lastUsedAtMs }) => lastUsedAtMs < usedBeforeMs)
    })
    deleted += unused.length
    bytesFreed += unused.reduce((sum, { sizeBytes }) => sum + keptBytesOf(sizeBytes), 0)
    if (page.length < batchMax) return { deleted, bytesFreed }
    after = page.at(-1)
  }
}

async function deleteBatch(
  { database, objectStore }: Dependencies,
  lock: (tx: Tx) => Promise<LockedUpload[]>,
): Promise<LockedUpload[]> {
  let tried: LockedUpload[] = []
  const uploads = await database.transaction(async (tx) => {
    const deleted = (await findWritten(tx, () => listMissingUploads(tx, tried))) ?? []
    const locked = await lock(tx)
    await deleteLockedUploads(tx, locked)
    tried = [...deleted, ...locked]
    return tried
  })
  for (const { objectKey } of uploads) await objectStore?.delete(objectKey)
  return uploads
}

/**
 * Uploads whose noted use is before that time have been unused for so long, and no task needs them: a use is noted to the
 * hour, so whatever a waiting or running task names was used an hour before its acceptance at the earliest, bar the time
 * that its request took.
 */
async function readUsedBeforeMs(database: Database, unusedMs: number, accountId?: string): Promise<number> {
  const nowMs = await database.nowMs()
  const oldestMs = await database.readAtLength((db) => findOldestTaskWithInput(db, accountId))
  const unusedSinceMs = nowMs - Math.max(unusedMs, requestMsMax)
  return Math.min(unusedSinceMs, (oldestMs ?? nowMs) - requestMsMax) - useNotedEveryMs
}
