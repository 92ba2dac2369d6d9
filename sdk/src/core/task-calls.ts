import { InvalidResponseError } from '../errors/call-errors.js'
import type { CancelledTask, Task } from '../types.js'
import { type Context, callApi } from './http.js'
import { recordOf } from './record.js'
import type { ApiCallOptions } from './transport.js'

/** Reads a task once. Throws InvalidResponseError for JSON that is not a task. */
export async function getTask(context: Context, taskId: string, options?: ApiCallOptions): Promise<Task> {
  const path = { taskId }
  const task = await callApi(
    context,
    options,
    (init) => context.http.GET('/api/v1/tasks/{taskId}', { params: { path }, ...init }),
    path,
  )
  if (isTask(task)) return task
  throw new InvalidResponseError('Something else than the service answered', { taskId, status: 200 })
}

/** Checks only the status, because the rest follows from it by the contract. */
function isTask(value: object): value is Task {
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
    options,
    (init) => context.http.POST('/api/v1/tasks/{taskId}/cancel', { params: { path }, ...init }),
    path,
  )
}
