import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import type { TaskWatch } from '../../coordination/task-watch.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Database } from '../../database/database.ts'
import { removeFromQueue } from '../../database/queue/queue.ts'
import { cancelTasks } from '../../database/tasks/cancel-tasks.ts'
import { findTask } from '../../database/tasks/tasks.ts'

export interface CancelDependencies {
  readonly database: Database
  readonly taskWatch: TaskWatch
}

/**
 * Cancels a task that has not started and refunds it in the same transaction. Cancelling a cancelled task
 * returns the same response; otherwise throws TASK_NOT_CANCELLABLE, or TASK_NOT_FOUND for another account's
 * task. Takes the queue row first, like a claiming worker: whoever gets it decides whether the task runs.
 */
export async function cancelTask(
  { database, taskWatch }: Pick<CancelDependencies, 'database'> & { taskWatch: Pick<TaskWatch, 'wake'> },
  accountId: string,
  taskId: string,
): Promise<contract.CancelledTask> {
  const cancelled = await database.transaction(async (tx): Promise<contract.CancelledTask> => {
    const seen = await findTask(tx.db, accountId, taskId)
    if (seen === undefined) throw new ServiceError('TASK_NOT_FOUND')
    const wasWaiting = await removeFromQueue(tx, seen)
    if (wasWaiting && (await cancelTasks(tx, [seen]))) return { id: taskId, status: taskMoves.cancel.to }
    const task = await findTask(tx.db, accountId, taskId)
    if (task?.status === taskMoves.cancel.to) return { id: taskId, status: task.status }
    // A deletion of the account's data may have scrubbed it since.
    throw new ServiceError(task === undefined ? 'TASK_NOT_FOUND' : 'TASK_NOT_CANCELLABLE')
  })
  taskWatch.wake(taskId)
  return cancelled
}
