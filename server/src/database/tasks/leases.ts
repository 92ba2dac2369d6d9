import type { Task } from '../../core/domain/tasks/task.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import { insertPermits } from '../queue/permits.ts'
import { insertQueueRows } from '../queue/queue-rows.ts'
import { valueByKey } from '../value-by-key.ts'
import { listTasksById } from './tasks.ts'

/** Inserts leases: a worker now has these tasks, until its heartbeats stop. */
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

/** Deletes leases: no worker has these tasks any more. */
export async function deleteLeases(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const keys = taskIds.map((taskId) => ({ task_id: taskId }))
  await tx.dialect.deleteByKeys('task_leases', keys).execute(tx.db)
}

/**
 * The heartbeat of all tasks that a worker runs. Returns the ids of those whose lease another worker has:
 * the worker must stop them and write nothing more.
 */
export async function extendLeases(
  tx: Tx,
  tasks: readonly Pick<Task, 'id' | 'epoch'>[],
  leaseMs: number,
): Promise<string[]> {
  const epochs = new Map(tasks.map((task) => [task.id, BigInt(task.epoch)]))
  const { numUpdatedRows } = await tx.db
    .updateTable('task_leases')
    .set({ lease_until: BigInt(tx.nowMs + leaseMs) })
    .where('task_id', 'in', [...epochs.keys()])
    .where('epoch', '=', valueByKey('task_id', epochs))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === BigInt(epochs.size)) return []
  const rows = await tx.db
    .selectFrom('task_leases')
    .select(['task_id', 'epoch'])
    .where('task_id', 'in', [...epochs.keys()])
    .execute()
  const kept = new Set(rows.filter((row) => row.epoch === epochs.get(row.task_id)).map((row) => row.task_id))
  return [...epochs.keys()].filter((id) => !kept.has(id))
}

/** Locks a running task until the transaction ends; false if it has ended, or another worker has it by now. */
export async function lockRunningTask(tx: Tx, { id, epoch }: Pick<Task, 'id' | 'epoch'>): Promise<boolean> {
  const row = await tx.db
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', taskMoves.retake.from)
    .where('epoch', '=', BigInt(epoch))
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Expires the leases of first attempts now; returns how many there were. Leases of later attempts expire in
 * their own time: a service that crashes again and again must not use up a task's attempts within seconds.
 * Only for a process that knows that no worker is alive; a live one would find its tasks taken over.
 */
export async function expireLeases(tx: Tx): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('task_leases')
    .set({ lease_until: BigInt(tx.nowMs) - 1n })
    .where('lease_until', '>=', BigInt(tx.nowMs))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tasks')
          .select('tasks.id')
          .whereRef('tasks.id', '=', 'task_leases.task_id')
          .where('tasks.attempt', '<=', 1n),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Locks up to `limit` tasks whose worker has missed its heartbeats. */
export async function lockExpiredTasks(tx: Tx, limit: number): Promise<Task[]> {
  const rows = await tx.db
    .selectFrom('task_leases')
    .select('task_id')
    .where('lease_until', '<', BigInt(tx.nowMs))
    .orderBy('lease_until')
    .limit(limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  return listTasksById(
    tx.db,
    rows.map((row) => row.task_id),
  )
}

/**
 * Makes a running task claimable again. Increments the epoch first, so the previous worker can no longer
 * settle it; the task stays PROCESSING, because a started task cannot be cancelled. False if the epoch has
 * changed already.
 */
export async function requeueTask(
  tx: Tx,
  task: Pick<Task, 'id' | 'type' | 'epoch' | 'queuePosition'>,
  options: { readonly countAttempt: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set((row) => ({
      epoch: row('epoch', '+', 1n),
      attempt: row('attempt', '-', options.countAttempt ? 0n : 1n),
    }))
    .where('id', '=', task.id)
    .where('status', '=', taskMoves.retake.from)
    .where('epoch', '=', BigInt(task.epoch))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  await deleteLeases(tx, [task.id])
  await insertQueueRows(tx, [task])
  await insertPermits(tx, [task.id])
  return true
}
