import type { Task } from '../core/domain/task.ts'
import type { Tx } from './database.ts'

/**
 * The rows of waiting tasks (`task_queue`) and of running ones (`task_leases`). They change with their task's
 * moves, in the same transaction. Rows are deleted by their full key and never by a scan: a DELETE waits for
 * every row that it reads, and eight concurrent claimers that scanned a short table deadlocked.
 */

type QueuePlace = Pick<Task, 'id' | 'type' | 'queuePosition'>

/** Queues tasks, each at its position. */
export async function insertQueueRows(tx: Tx, tasks: readonly QueuePlace[]): Promise<void> {
  await tx.db
    .insertInto('task_queue')
    .values(
      tasks.map((task) => ({ product: task.type, position: BigInt(task.queuePosition), task_id: task.id })),
    )
    .execute()
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

/** Inserts leases: a worker now holds these tasks, until its heartbeats stop. */
export async function insertLeases(
  tx: Tx,
  tasks: readonly Pick<Task, 'id' | 'epoch'>[],
  { worker, leaseMs }: { readonly worker: string; readonly leaseMs: number },
): Promise<void> {
  await tx.db
    .insertInto('task_leases')
    .values(
      tasks.map((task) => ({
        task_id: task.id,
        epoch: BigInt(task.epoch),
        worker,
        lease_until: BigInt(tx.nowMs + leaseMs),
      })),
    )
    .execute()
}

/** Deletes leases: no worker holds these tasks any more. */
export async function deleteLeases(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const keys = taskIds.map((taskId) => ({ task_id: taskId }))
  await tx.dialect.deleteByKeys('task_leases', keys).execute(tx.db)
}
