import { type Context, callApi } from './http.js'
import type { CallOptions, Task } from './types.js'

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
