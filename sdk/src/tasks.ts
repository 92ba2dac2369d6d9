import { getTask } from './get-task.js'
import { type Context, initOf, unwrap } from './http.js'
import type { CallOptions, CancelledTask, FinishedTask, Task, WaitOptions } from './types.js'
import { waitForTask } from './wait-for-task.js'

/** Follows tasks by their ids, also those that another process began. */
export interface Tasks {
  /** Reads a task once. */
  get(taskId: string, options?: CallOptions): Promise<Task>
  /** Cancels a task that waits; a cancelled one answers the same again, any other rejects with TaskNotCancellableError. */
  cancel(taskId: string, options?: CallOptions): Promise<CancelledTask>
  /**
   * Polls a task until it has succeeded. Rejects with `TaskFailedError`, `TaskCancelledError`, `WaitTimeoutError` or
   * the reason of an aborted signal; errors of single polls that time may mend are waited out.
   */
  wait(taskId: string, options?: WaitOptions): Promise<FinishedTask>
}

export function createTasks(context: Context): Tasks {
  return {
    get: (taskId, options) => getTask(context, taskId, options),
    cancel: (taskId, options) => cancelTask(context, taskId, options),
    wait: (taskId, options) => waitForTask(context, taskId, options),
  }
}

/** Cancels a task that waits. */
export async function cancelTask(
  context: Context,
  taskId: string,
  options?: CallOptions,
): Promise<CancelledTask> {
  const params = { path: { taskId } }
  const answer = context.http.POST('/api/v1/tasks/{taskId}/cancel', { params, ...initOf(context, options) })
  return unwrap(context, await answer, { taskId })
}
