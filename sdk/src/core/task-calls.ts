import { InvalidResponseError } from '../errors/call-errors.js'
import type { CancelledTask, Task } from '../types/index.js'
import { recordOf } from '../types/record.js'
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
  if (isTask(task)) return task
  throw new InvalidResponseError(`Task ${taskId} was returned without a status`, { taskId, status: 200 })
}

/** The contract's type has every field optional by status; the union follows from the status. */
export function isTask(value: object): value is Task {
  return typeof recordOf(value).status === 'string'
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
