import type { Context } from '../core/http.js'
import { cancelTask, deleteResult, getTask } from '../core/task-calls.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type {
  CallOptions,
  CancelledTask,
  FinishedTask,
  Generation,
  SavedGeneration,
  Task,
  TaskHandle,
  TaskList,
  TaskListOptions,
  WaitOptions,
} from '../types/index.js'
import { createHandle, createTaskHandle } from './generation-handle.js'
import { listTasks } from './list-tasks.js'
import { waitForTask } from './wait-for-task.js'

/** Follows tasks by id, including those of other processes. */
export interface Tasks {
  /**
   * Polls a task once. Its `status` determines which of its other fields are set.
   * @example
   * const task = await client.tasks.get(id)
   * if (task.status === 'FAILED') console.log(task.error.code)
   */
  get(taskId: string, options?: CallOptions): Promise<Task>
  /**
   * Lists the account's tasks, newest first. Awaited, it is the first page; iterated, it is every task of all
   * pages, each read when it is needed.
   * @example
   * for await (const task of client.tasks.list({ status: 'SUCCEEDED' })) console.log(task.id, task.cost)
   */
  list(options?: TaskListOptions): TaskList
  /**
   * Cancels a queued task and refunds it. For a cancelled task it resolves to the same result; for any other
   * it rejects with TaskNotCancellableError.
   * @example
   * await client.tasks.cancel(id)
   */
  cancel(taskId: string, options?: CallOptions): Promise<CancelledTask>
  /**
   * Deletes the files of a finished task, whose links then no longer work, and returns the task; the same again
   * changes nothing. What it cost stays charged. Rejects with ResultNotDeletableError for a task that has not
   * finished.
   * @example
   * await client.tasks.deleteResult(id)
   */
  deleteResult(taskId: string, options?: CallOptions): Promise<Task>
  /**
   * Waits until a task has succeeded. Rejects with `TaskFailedError`, `TaskCancelledError`,
   * `WaitTimeoutError`, `ResultRemovedError` if the result no longer exists, or the reason of an aborted
   * signal; polls that fail temporarily are retried.
   * @example
   * const result = await client.tasks.wait(id, { timeoutMs: 120_000 })
   * const bytes = await result.download()
   */
  wait(taskId: string, options?: WaitOptions): Promise<FinishedTask>
  /**
   * The handle of a task of an earlier page or process, from its id. Sends nothing; an id that is not one of
   * your tasks rejects the calls with NotFoundError.
   * @example
   * const result = await client.tasks.resume(localStorage.taskId).wait()
   */
  resume(taskId: string): TaskHandle
  /**
   * Restores the handle of a generation from its JSON, with all that it says. Sends nothing.
   * @example
   * const generation = client.tasks.resume(JSON.parse(text))
   * await generation.wait()
   */
  resume(saved: SavedGeneration): Generation
}

export function createTasks(context: Context): Tasks {
  function resume(taskId: string): TaskHandle
  function resume(saved: SavedGeneration): Generation
  function resume(task: string | SavedGeneration): TaskHandle {
    if (typeof task === 'string' && !task.startsWith('{')) return createTaskHandle(context, task)
    if (typeof task !== 'object' || typeof task?.id !== 'string')
      throw new MediagenError('id is missing: give the id of a task, or the parsed JSON of its handle')
    return createHandle(context, task)
  }
  return {
    get: (taskId, options) => getTask(context, taskId, options),
    list: (options) => listTasks(context, options),
    cancel: (taskId, options) => cancelTask(context, taskId, options),
    deleteResult: (taskId, options) => deleteResult(context, taskId, options),
    wait: (taskId, options) => waitForTask(context, taskId, options),
    resume,
  }
}
