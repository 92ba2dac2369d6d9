import { type AskOptions, ask, type Context } from './http.js'
import type { CancelledTask } from './types.js'

/** Cancels a task that waits. */
export function cancelTask(context: Context, taskId: string, options?: AskOptions): Promise<CancelledTask> {
  const path = { taskId }
  return ask(
    context,
    options,
    (init) => context.http.POST('/api/v1/tasks/{taskId}/cancel', { params: { path }, ...init }),
    path,
  )
}
