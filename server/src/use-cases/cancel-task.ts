import type { Database } from '../database/database.js'
import { cancelTask as cancelWaitingTask } from '../database/task-moves.js'
import { removeFromQueue } from '../database/task-queue.js'
import { findTask } from '../database/tasks.js'
import { ServiceError } from '../domain/service-error.js'
import { taskMoves } from '../domain/task-states.js'
import type * as contract from '../generated/models.js'

/**
 * Cancels a task that has not started and refunds it in the same transaction. Cancelling a cancelled task
 * returns the same response; otherwise throws TASK_NOT_CANCELLABLE, or TASK_NOT_FOUND for another account's
 * task. Takes the queue row first, like a claiming worker: whoever gets it decides whether the task runs.
 */
export async function cancelTask(
  { database }: { database: Database },
  accountId: string,
  taskId: string,
): Promise<contract.CancelledTask> {
  return database.transaction(async (tx) => {
    const seen = await findTask(tx.db, accountId, taskId)
    if (seen === undefined) throw new ServiceError('TASK_NOT_FOUND')
    const wasWaiting = await removeFromQueue(tx, seen)
    if (wasWaiting && (await cancelWaitingTask(tx, seen))) return { id: taskId, status: taskMoves.cancel.to }
    const task = await findTask(tx.db, accountId, taskId)
    if (task?.status === taskMoves.cancel.to) return { id: taskId, status: task.status }
    throw new ServiceError('TASK_NOT_CANCELLABLE')
  })
}
