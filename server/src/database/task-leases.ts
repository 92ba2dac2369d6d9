import type { Task } from '../domain/task.js'
import type { Tx } from './database.js'
import { listTasksById } from './tasks.js'
import { deleteLeases, insertQueueRows } from './work-rows.js'

/** The heartbeat. False when the lease is another's by now: the worker must stop and write nothing more. */
export async function extendLease(
  tx: Tx,
  task: Pick<Task, 'id' | 'epoch'>,
  leaseMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('task_leases')
    .set({ lease_until: BigInt(tx.nowMs + leaseMs) })
    .where('task_id', '=', task.id)
    .where('epoch', '=', BigInt(task.epoch))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Locks up to `limit` tasks whose worker has not sent a heartbeat in time. */
export async function lockLapsedTasks(tx: Tx, limit: number): Promise<Task[]> {
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
 * Makes a running task claimable again. Its epoch moves on first, so the worker that had it can no longer settle it;
 * the task stays PROCESSING, for a started task cannot be cancelled. False when the epoch has moved already.
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
    .where('status', '=', 'PROCESSING')
    .where('epoch', '=', BigInt(task.epoch))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  await deleteLeases(tx, [task.id])
  await insertQueueRows(tx, [task])
  return true
}
