import { type ApiCallOptions, type Context, callApi } from './http.js'
import type { CancelledTask } from './types.js'

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
