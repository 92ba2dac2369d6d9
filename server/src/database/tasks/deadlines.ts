import type { Task } from '../../core/domain/tasks/task.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Tx } from '../database.ts'
import { removeFromQueue } from '../queue/queue.ts'
import { insertQueueRows } from '../queue/queue-rows.ts'
import { cancelTasks } from './cancel-tasks.ts'
import { listTasksById } from './tasks.ts'

/** The outcome of one batch of deadlines. */
export interface OverdueTasks {
  /** Deadlines that have passed. */
  readonly found: number
  readonly cancelled: readonly Task[]
}

/**
 * Cancels up to `limit` waiting tasks whose deadline has passed. Skips deadlines that another worker is looking
 * at, and forgets those of tasks that have started or ended. Takes a task's place first, like a claim: whoever gets
 * it decides whether the task runs.
 */
export async function cancelOverdueTasks(tx: Tx, limit: number): Promise<OverdueTasks> {
  const deadlines = await tx.db
    .selectFrom('task_deadlines')
    .selectAll()
    .where('cancel_at', '<=', BigInt(tx.nowMs))
    .orderBy('cancel_at')
    .orderBy('task_id')
    .limit(limit)
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  if (deadlines.length === 0) return { found: 0, cancelled: [] }
  const ids = deadlines.map((deadline) => deadline.task_id)
  const seen = await listTasksById(tx.db, ids)
  const taken = new Set<string>()
  for (const task of seen.filter(isWaiting)) if (await removeFromQueue(tx, task)) taken.add(task.id)
  // A worker that had the place may have started the task since, and handed it back.
  const now = taken.size === 0 ? seen : await listTasksById(tx.db, ids)
  const cancelled = now.filter((task) => taken.has(task.id) && isWaiting(task))
  const handedBack = now.filter((task) => taken.has(task.id) && !isWaiting(task))
  if (handedBack.length > 0) await insertQueueRows(tx, handedBack)
  if (cancelled.length > 0 && !(await cancelTasks(tx, cancelled)))
    throw new Error('A task whose place was taken is not waiting any more.')
  const left = new Set(now.filter((task) => isWaiting(task) && !taken.has(task.id)).map(({ id }) => id))
  const done = deadlines.filter((deadline) => !left.has(deadline.task_id))
  if (done.length > 0)
    await tx.dialect
      .deleteByKeys(
        'task_deadlines',
        done.map((key) => ({ ...key })),
      )
      .execute(tx.db)
  return { found: done.length, cancelled }
}

function isWaiting({ status }: Task): boolean {
  return status === taskMoves.cancel.from
}
