import type { Kysely } from 'kysely'
import type { Task } from '../domain/task.js'
import type { Tx } from './database.js'
import { startTasks } from './move-task.js'
import type { Tables } from './tables.js'
import { listTasksById } from './tasks.js'

/**
 * Takes up to `limit` of the oldest waiting tasks for a worker: queue rows out, tasks PROCESSING with a new epoch, leases
 * in. Rows that another worker is just claiming are skipped, not waited for.
 */
export async function claimTasks(
  tx: Tx,
  request: { worker: string; limit: number; leaseMs: number },
): Promise<Task[]> {
  const rows = await tx.db
    .selectFrom('task_queue')
    .select('task_id')
    .orderBy('task_id')
    .limit(request.limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  const taskIds = rows.map((row) => row.task_id)
  if (taskIds.length === 0) return []
  await tx.db.deleteFrom('task_queue').where('task_id', 'in', taskIds).execute()
  await startTasks(tx, taskIds)
  const tasks = await listTasksById(tx.db, taskIds)
  await tx.db
    .insertInto('task_leases')
    .values(
      tasks.map((task) => ({
        task_id: task.id,
        epoch: BigInt(task.epoch),
        worker: request.worker,
        lease_until: BigInt(tx.nowMs + request.leaseMs),
      })),
    )
    .execute()
  return tasks
}

/** Whether there is any claimable work; takes no lock. */
export async function isWorkWaiting(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('task_queue').select('task_id').limit(1).executeTakeFirst()) !== undefined
}

/** Takes a waiting task out of the queue. False when it is not waiting: claimed, ended or never there. */
export async function removeFromQueue(tx: Tx, taskId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('task_queue')
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Depth of the queue and the id of its oldest task, for the metrics. */
export async function measureQueue(
  db: Kysely<Tables>,
): Promise<{ waiting: number; running: number; oldestTaskId: string | undefined }> {
  const { waiting, oldest } = await db
    .selectFrom('task_queue')
    .select((row) => [row.fn.countAll<bigint>().as('waiting'), row.fn.min('task_id').as('oldest')])
    .executeTakeFirstOrThrow()
  const { running } = await db
    .selectFrom('task_leases')
    .select((row) => row.fn.countAll<bigint>().as('running'))
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), running: Number(running), oldestTaskId: oldest ?? undefined }
}
