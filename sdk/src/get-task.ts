import { type Context, initOf, unwrap } from './http.js'
import type { CallOptions, Task } from './types.js'

/** Reads a task once. */
export async function getTask(context: Context, taskId: string, options?: CallOptions): Promise<Task> {
  const params = { path: { taskId } }
  const answer = context.http.GET('/api/v1/tasks/{taskId}', { params, ...initOf(context, options) })
  return unwrap(context, await answer, { taskId })
}
