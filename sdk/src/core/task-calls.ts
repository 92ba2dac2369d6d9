import type { CallOptions, CancelledTask, Task } from '../types.js'
import { type ApiCallOptions, type Context, callApi } from './http.js'

/** Reads a task once. */
export function getTask(context: Context, taskId: string, options?: CallOptions): Promise<Task> {
  const path = { taskId }
  return callApi(
    context,
    options,
    (init) => context.http.GET('/api/v1/tasks/{taskId}', { params: { path }, ...init }),
    path,
  )
}

/** Cancels a task that waits. */
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
