import { sql } from 'kysely'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'

/**
 * The rows of waiting tasks (`task_queue`) and of running ones (`task_leases`, or `requeued_tasks` while they are in
 * the queue again). They change with their task's
 * moves, in the same transaction. Rows are deleted by their full key and never by a scan: a DELETE waits for
 * every row that it reads, and eight concurrent claimers that scanned a short table deadlocked.
 */

/** The distance between two turns of one account, into which other accounts' tasks fit. */
export const queueStepMs = 1_000

type QueuePlace = Pick<Task, 'id' | 'type' | 'queuePosition'>

/** Queues tasks, each at its position. */
export async function insertQueueRows(tx: Tx, tasks: readonly QueuePlace[]): Promise<void> {
  await insertRows(
    tx.db,
    'task_queue',
    tasks.map((task) => ({ product: task.type, position: BigInt(task.queuePosition), task_id: task.id })),
  )
}

/** Takes tasks out of the queue; returns how many of them were in it. */
export async function deleteQueueRows(tx: Tx, tasks: readonly QueuePlace[]): Promise<number> {
  const keys = tasks.map(({ id, type, queuePosition }) => ({
    product: type,
    position: BigInt(queuePosition),
    task_id: id,
  }))
  const { numAffectedRows } = await tx.dialect.deleteByKeys('task_queue', keys).execute(tx.db)
  return Number(numAffectedRows ?? 0n)
}

/** Marks tasks in the queue as PROCESSING, so that they still count as running while they have no lease. */
export async function insertRequeued(tx: Tx, taskId: string): Promise<void> {
  await sql`${tx.dialect.insertMissing} requeued_tasks (task_id) values (${taskId})`.execute(tx.db)
}

/** Tasks that have a lease again. */
export async function deleteRequeued(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const keys = taskIds.map((taskId) => ({ task_id: taskId }))
  await tx.dialect.deleteByKeys('requeued_tasks', keys).execute(tx.db)
}

/**
 * Deletes up to `limit` marks of tasks that have ended, which workers of a version without marks leave behind.
 * Returns how many there were. They count nowhere; without locks, because no task goes on after its end.
 */
export async function deleteRequeuedOfEnded(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.db
    .selectFrom('requeued_tasks')
    .innerJoin('tasks', 'tasks.id', 'requeued_tasks.task_id')
    .select('requeued_tasks.task_id')
    .where('tasks.completed_at', 'is not', null)
    .limit(limit)
    .execute()
  if (rows.length > 0)
    await deleteRequeued(
      tx,
      rows.map((row) => row.task_id),
    )
  return rows.length
}

/** Inserts leases: a worker now holds these tasks, until its heartbeats stop. */
export async function insertLeases(
  tx: Tx,
  tasks: readonly Pick<Task, 'id' | 'epoch'>[],
  { worker, leaseMs }: { readonly worker: string; readonly leaseMs: number },
): Promise<void> {
  await insertRows(
    tx.db,
    'task_leases',
    tasks.map((task) => ({
      task_id: task.id,
      epoch: BigInt(task.epoch),
      worker,
      lease_until: BigInt(tx.nowMs + leaseMs),
    })),
  )
}

/** Deletes leases: no worker holds these tasks any more. */
export async function deleteLeases(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const keys = taskIds.map((taskId) => ({ task_id: taskId }))
  await tx.dialect.deleteByKeys('task_leases', keys).execute(tx.db)
}

/** The deadlines of tasks that are cancelled unless they start in time; none for the others. */
export async function insertDeadlines(
  tx: Tx,
  tasks: readonly { readonly id: string; readonly cancelAfterMs?: number | undefined }[],
): Promise<void> {
  const rows = tasks.flatMap(({ id, cancelAfterMs }) =>
    cancelAfterMs === undefined ? [] : [{ task_id: id, cancel_at: BigInt(tx.nowMs + cancelAfterMs) }],
  )
  if (rows.length > 0) await insertRows(tx.db, 'task_deadlines', rows)
}
