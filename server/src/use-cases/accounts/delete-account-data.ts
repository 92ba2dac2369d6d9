import { OperatorError } from '../../core/domain/operator-error.ts'
import { storedKeysOf } from '../../core/domain/tasks/task-states.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import { deleteIdempotencyKeysOfAccount } from '../../database/accounts/account-data.ts'
import { type Account, findAccount } from '../../database/accounts/accounts.ts'
import { countDeleted } from '../../database/accounts/deletions.ts'
import type { Database, Tx } from '../../database/database.ts'
import { deleteGateChecks } from '../../database/gate-checks.ts'
import { redactAuditEntries } from '../../database/operator/audit-entries.ts'
import {
  listResultFiles,
  listStoredTasksOfAccount,
  type StoredTask,
  scrubTasks,
} from '../../database/tasks/stored-results.ts'
import {
  deleteUnchangedUploads,
  listUploadsOfAccount,
  type StoredUpload,
} from '../../database/uploads/account-uploads.ts'
import { deleteObjects, listKeys, removeTaskResults } from '../sweeps/retention.ts'
import { batchMax } from '../sweeps/sweeps.ts'
import { reachStore } from '../uploads/storage-outage.ts'
import { stagingKeyOf } from '../uploads/uploads.ts'

/**
 * The parts of the deletion of an account's data, each in bounded transactions that count what they delete. The bytes
 * of an upload or result go before the row that names them, so that a repetition finds what is left.
 */

/** The account may still change, so its data cannot be deleted completely. */
export class AccountInUseError extends OperatorError {
  constructor(message: string) {
    super('ACCOUNT_IN_USE', message)
  }
}

export interface DeletionRun {
  readonly database: Database
  readonly objectStore: Pick<ObjectStore, 'head' | 'delete' | 'list'>
  readonly accountId: string
}

/** Deletes one batch; false once there is no more. Throws AccountInUseError, and the object store's errors. */
export type DeletionStep = () => Promise<boolean>

export function deletionSteps(run: DeletionRun): DeletionStep[] {
  return [() => deleteUploads(run), deleteTasks(run), () => deleteRemembered(run), redactAudit(run)]
}

/** Throws AccountInUseError. */
export function requireUnused({ id, state, tasksOpen }: Account): void {
  if (state !== 'CLOSED')
    throw new AccountInUseError(`The account ${id} is ${state}: close it first, with close-account ${id}.`)
  if (tasksOpen > 0) throw openTasks(id, tasksOpen)
}

function openTasks(accountId: string, count: number): AccountInUseError {
  return new AccountInUseError(
    `The account ${accountId} has ${count} unfinished ${count === 1 ? 'task' : 'tasks'}: try again once list-tasks --account ${accountId} shows none that is QUEUED or PROCESSING.`,
  )
}

async function requireUnusedNow(tx: Tx, accountId: string): Promise<void> {
  const account = await findAccount(tx.db, accountId)
  if (account === undefined)
    throw new Error(`The account ${accountId} is missing although its data is deleted.`)
  requireUnused(account)
}

/** A transaction of a deletion: it changes nothing once the account is active again. */
export function inDeletion<T>(
  database: Database,
  accountId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await requireUnusedNow(tx, accountId)
    return work(tx)
  })
}

/** A completion may have made a copy that no row names yet. It ends, and without keys no other begins. */
function requireUnclaimed(accountId: string, uploads: readonly StoredUpload[], nowMs: number): void {
  const leftMs = Math.max(...uploads.map(({ claimedUntilMs }) => claimedUntilMs)) - nowMs
  if (leftMs > 0)
    throw new AccountInUseError(
      `The account ${accountId} has an upload that is being verified: try again in ${Math.ceil(leftMs / 1000)} s.`,
    )
}

async function deleteUploads({ database, objectStore, accountId }: DeletionRun): Promise<boolean> {
  const nowMs = await database.nowMs()
  const uploads = await database.read((db) => listUploadsOfAccount(db, { accountId, limit: batchMax }))
  if (uploads.length === 0) return false
  requireUnclaimed(accountId, uploads, nowMs)
  const sizes = new Map<string, number>()
  for (const upload of uploads) sizes.set(upload.id, await sizeOf(objectStore, upload))
  await deleteFiles(
    objectStore,
    uploads.flatMap(({ id, objectKey }) => [
      stagingKeyOf(id),
      ...(objectKey === undefined ? [] : [objectKey]),
    ]),
    uploads.map(({ id }) => `inputs/${id}-`),
  )
  await inDeletion(database, accountId, async (tx) => {
    const deleted = await deleteUnchangedUploads(tx, uploads)
    const uploadBytes = deleted.reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0)
    await countDeleted(tx, accountId, { uploads: deleted.length, uploadBytes })
  })
  return true
}

/** What rows name, and what the store has besides: no row that goes leaves a file to the sweep of objects. */
async function deleteFiles(
  objectStore: DeletionRun['objectStore'],
  named: readonly string[],
  prefixes: readonly string[],
): Promise<void> {
  const listed = await reachStore(listKeys(objectStore, prefixes))
  await deleteObjects(objectStore, [...new Set([...named, ...listed])])
}

/** The bytes of an unverified upload are only known to the store. */
async function sizeOf(
  objectStore: DeletionRun['objectStore'],
  { id, sizeBytes }: StoredUpload,
): Promise<number> {
  return sizeBytes ?? (await objectStore.head(stagingKeyOf(id)))?.sizeBytes ?? 0
}

function deleteTasks(run: DeletionRun): DeletionStep {
  const { database, accountId } = run
  let after: StoredTask | undefined
  return async () => {
    for (;;) {
      const page = await database.read((db) =>
        listStoredTasksOfAccount(db, { accountId, after, limit: batchMax }),
      )
      const open = page.filter(({ completedAtMs }) => completedAtMs === undefined)
      if (open.length > 0) throw openTasks(accountId, open.length)
      const ids = page.filter(({ isScrubbed }) => !isScrubbed).map(({ id }) => id)
      if (ids.length > 0) await deleteBatchOfTasks(run, ids)
      const scrubbed = page.filter(({ isScrubbed }) => isScrubbed).map(({ id }) => id)
      // A version that asked about a task of another process's may have recorded it afterwards.
      if (scrubbed.length > 0) await inDeletion(database, accountId, (tx) => deleteGateChecks(tx, scrubbed))
      after = page.at(-1)
      if (page.length < batchMax) return false
      if (ids.length > 0) return true
    }
  }
}

/** Bytes first: the files of a result whose row is changed already would be left to the sweep of objects. */
async function deleteBatchOfTasks(
  { database, objectStore, accountId }: DeletionRun,
  ids: readonly string[],
): Promise<void> {
  const files = await database.read((db) => listResultFiles(db, ids))
  await deleteFiles(
    objectStore,
    storedKeysOf(files),
    ids.map((id) => `results/${id}/`),
  )
  await removeTaskResults({ database }, ids, 'RESULT_DELETED', async (tx, tasks, removed) => {
    await requireUnusedNow(tx, accountId)
    await countDeleted(tx, accountId, {
      tasks: await scrubTasks(tx, tasks),
      results: removed.reduce((sum, { keys }) => sum + keys.length, 0),
      resultBytes: removed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    })
  })
}

function deleteRemembered({ database, accountId }: DeletionRun): Promise<boolean> {
  return inDeletion(database, accountId, async (tx) => {
    const idempotencyKeys = await deleteIdempotencyKeysOfAccount(tx, { accountId, limit: batchMax })
    await countDeleted(tx, accountId, { idempotencyKeys })
    return idempotencyKeys === batchMax
  })
}

function redactAudit({ database, accountId }: DeletionRun): DeletionStep {
  let after = 0n
  return async () => {
    const last = await inDeletion(database, accountId, async (tx) => {
      const page = await redactAuditEntries(tx, { accountId, after, limit: batchMax })
      await countDeleted(tx, accountId, { auditEntries: page.redacted })
      return page.last
    })
    after = last ?? after
    return last !== undefined
  }
}
