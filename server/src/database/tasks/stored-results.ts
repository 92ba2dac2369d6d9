import type { StoredMedia, TaskStatus } from '../../core/domain/tasks/task-states.ts'
import { type RemovedResultCode, storedKeysOf, taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Tx } from '../database.ts'
import { deleteGateChecks } from '../gate-checks.ts'
import { numberOf } from '../nullable-number.ts'
import { parseStored } from '../stored-json.ts'
import type { Reader } from '../tables.ts'
import type { AccountTaskPlace } from './account-tasks.ts'
import { deleteEngineCalls } from './engine-calls.ts'

/** What a decision about keeping a task's data needs to know; none of the columns that grow with a request. */
export interface StoredTask {
  readonly id: string
  readonly accountId: string
  readonly status: TaskStatus
  readonly createdAtMs: number
  /** undefined while it is unfinished. */
  readonly completedAtMs: number | undefined
  /** Whether the files of its result are removed. */
  readonly isRemoved: boolean
  readonly isScrubbed: boolean
}

/** Tasks with ids after one and before another, in the order of their ids: a range of the primary key. */
export async function listStoredTasks(
  db: Reader,
  range: { readonly afterId: string; readonly beforeId: string; readonly limit: number },
): Promise<StoredTask[]> {
  const rows = await selectStored(db)
    .where('id', '>', range.afterId)
    .where('id', '<', range.beforeId)
    .orderBy('id')
    .limit(range.limit)
    .execute()
  return rows.map(toStored)
}

/** Tasks of one account after a place, oldest first: a range of its index on (account, creation). */
export async function listStoredTasksOfAccount(
  db: Reader,
  range: {
    readonly accountId: string
    readonly after?: AccountTaskPlace | undefined
    readonly limit: number
  },
): Promise<StoredTask[]> {
  const { accountId, after = { id: '', createdAtMs: 0 }, limit } = range
  const createdAt = BigInt(after.createdAtMs)
  const rows = await selectStored(db)
    .where('account_id', '=', accountId)
    .where('created_at', '>=', createdAt)
    .where((row) => row.or([row('created_at', '>', createdAt), row('id', '>', after.id)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toStored)
}

function selectStored(db: Reader) {
  return db
    .selectFrom('tasks')
    .select(['id', 'account_id', 'status', 'created_at', 'completed_at', 'removed_at', 'scrubbed_at'])
}

function toStored(row: Awaited<ReturnType<ReturnType<typeof selectStored>['execute']>>[number]): StoredTask {
  return {
    id: row.id,
    accountId: row.account_id,
    status: row.status,
    createdAtMs: Number(row.created_at),
    completedAtMs: numberOf(row.completed_at),
    isRemoved: row.removed_at !== null,
    isScrubbed: row.scrubbed_at !== null,
  }
}

/** A finished task whose row is locked until the transaction ends. */
export interface LockedTask {
  readonly id: string
  readonly accountId: string
  readonly createdAtMs: number
  /** The files of its result that exist; none if it did not succeed or they are removed. */
  readonly files: readonly StoredMedia[]
  readonly isRemovable: boolean
  readonly isScrubbed: boolean
}

/**
 * Those of these tasks that have ended, of whatever account. Waits for another transaction that has one of
 * them, so that none is passed over whose removal is rolled back.
 */
export async function lockStoredTasks(tx: Tx, taskIds: readonly string[]): Promise<LockedTask[]> {
  if (taskIds.length === 0) return []
  const rows = await tx.db
    .selectFrom('tasks')
    .select(['id', 'account_id', 'created_at', 'status', 'output', 'removed_at', 'scrubbed_at'])
    .where('id', 'in', taskIds)
    .where('completed_at', 'is not', null)
    .orderBy('id')
    .modifyEnd(tx.dialect.forUpdate)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    createdAtMs: Number(row.created_at),
    files: row.output === null ? [] : parseStored<StoredMedia[]>(row.output),
    isRemovable: row.status === taskMoves.succeed.to && row.removed_at === null,
    isScrubbed: row.scrubbed_at !== null,
  }))
}

/** The files of those of these tasks whose results exist. */
export async function listResultFiles(db: Reader, taskIds: readonly string[]): Promise<StoredMedia[]> {
  if (taskIds.length === 0) return []
  const rows = await db.selectFrom('tasks').select('output').where('id', 'in', taskIds).execute()
  return rows.flatMap(({ output }) => (output === null ? [] : parseStored<StoredMedia[]>(output)))
}

/** The files of a task whose result was removed; the objects themselves are the caller's to delete afterwards. */
export interface RemovedFiles {
  readonly taskId: string
  readonly accountId: string
  readonly createdAtMs: number
  readonly keys: readonly string[]
  /** The sum of their sizes. */
  readonly sizeBytes: number
}

/**
 * Marks the results of locked tasks as removed, and returns the files of those that were not before: once in
 * all transactions for each task. Nothing refers to the files from then on.
 */
export async function removeResults(
  tx: Tx,
  tasks: readonly LockedTask[],
  code: RemovedResultCode,
): Promise<RemovedFiles[]> {
  const removable = tasks.filter(({ isRemovable }) => isRemovable)
  if (removable.length === 0) return []
  await tx.db
    .updateTable('tasks')
    .set({ output: '[]', removed_at: BigInt(tx.nowMs), removed_code: code })
    .where('id', 'in', idsOf(removable))
    .where('status', '=', taskMoves.succeed.to)
    .where('removed_at', 'is', null)
    .execute()
  return removable.map(({ id, accountId, createdAtMs, files }) => ({
    taskId: id,
    accountId,
    createdAtMs,
    keys: storedKeysOf(files),
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  }))
}

/** The least that every version can read as parameters of a task. */
export const noParameters = JSON.stringify({ prompt: '', widthPx: 0, heightPx: 0 })

/**
 * Erases what locked tasks were ordered with and what engines and gates said about them. Their ids, status,
 * type, tier, cost, key and times stay: ledger, usage and the spending of keys are compared with these.
 * Remove their results first. Returns how many were not scrubbed before.
 */
export async function scrubTasks(tx: Tx, tasks: readonly LockedTask[]): Promise<number> {
  const ids = idsOf(tasks.filter(({ isScrubbed }) => !isScrubbed))
  if (ids.length === 0) return 0
  await tx.db
    .updateTable('tasks')
    .set({
      parameters: noParameters,
      provider_job: null,
      error_message: null,
      traceparent: null,
      scrubbed_at: BigInt(tx.nowMs),
    })
    .where('id', 'in', ids)
    .where('completed_at', 'is not', null)
    .where('scrubbed_at', 'is', null)
    .execute()
  await deleteGateChecks(tx, ids)
  await deleteEngineCalls(tx, ids)
  return ids.length
}

function idsOf(tasks: readonly { readonly id: string }[]): string[] {
  return tasks.map(({ id }) => id)
}
