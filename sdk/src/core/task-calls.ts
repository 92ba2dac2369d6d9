import type { CancelledTask, Task } from '../types/index.js'
import { type Context, callApi } from './http.js'
import { reliedOn } from './relied-on.js'
import type { ApiCallOptions } from './transport.js'

/** Reads a task once. Throws InvalidResponseError for JSON that is not this task. */
export async function getTask(context: Context, taskId: string, options?: ApiCallOptions): Promise<Task> {
  const path = { taskId }
  const task = await callApi(
    context,
    reliedOn.task,
    options,
    (init) => context.http.GET('/api/v1/tasks/{taskId}', { params: { path }, ...init }),
    path,
  )
  return asTask(task)
}

/** A task with the status that `reliedOn` demands: what else it has follows from that, which no compiler knows. */
export function asTask(task: object): Task {
  return task as Task
}

/** Deletes the result of a finished task. */
export async function deleteResult(
  context: Context,
  taskId: string,
  options?: ApiCallOptions,
): Promise<Task> {
  const path = { taskId }
  const task = await callApi(
    context,
    reliedOn.task,
    options,
    (init) => context.http.DELETE('/api/v1/tasks/{taskId}/result', { params: { path }, ...init }),
    path,
  )
  return asTask(task)
}

/** Cancels a waiting task. */
export function cancelTask(
  context: Context,
  taskId: string,
  options?: ApiCallOptions,
): Promise<CancelledTask> {
  const path = { taskId }
  return callApi(
    context,
    reliedOn.cancelledTask,
    options,
    (init) => context.http.POST('/api/v1/tasks/{taskId}/cancel', { params: { path }, ...init }),
    path,
  )
}
