import { type Context, initOf, unwrap } from './http.js'
import type { CallOptions, CancelledTask } from './types.js'

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
