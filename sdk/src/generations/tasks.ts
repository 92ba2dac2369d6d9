import type { Context } from '../core/http.js'
import { cancelTask, getTask } from '../core/task-calls.js'
import type {
  CallOptions,
  CancelledTask,
  FinishedTask,
  Generation,
  SavedGeneration,
  Task,
  WaitOptions,
} from '../types.js'
import { createHandle } from './generation-handle.js'

/** Follows tasks by their ids, also those that another process began. */
export interface Tasks {
  /** Reads a task once. */
  get(taskId: string, options?: CallOptions): Promise<Task>
  /**
   * Cancels a task that waits; a cancelled one answers the same again, any other rejects with
   * TaskNotCancellableError.
   */
  cancel(taskId: string, options?: CallOptions): Promise<CancelledTask>
  /**
   * Polls a task until it has succeeded. Rejects with `TaskFailedError`, `TaskCancelledError`,
   * `WaitTimeoutError` or the reason of an aborted signal; transient errors of single polls are retried.
   */
  wait(taskId: string, options?: WaitOptions): Promise<FinishedTask>
  /** Restores a handle from its JSON. Sends nothing. */
  resume(saved: SavedGeneration): Generation
}

export function createTasks(context: Context): Tasks {
  return {
    get: (taskId, options) => getTask(context, taskId, options),
    cancel: (taskId, options) => cancelTask(context, taskId, options),
    async wait(taskId, options) {
      const { waitForTask } = await import('./wait-for-task.js')
      return waitForTask(context, taskId, options)
    },
    resume: (saved) => createHandle(context, saved),
  }
}
