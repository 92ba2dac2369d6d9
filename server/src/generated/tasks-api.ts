// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { CancelledTask, Id, Task } from './models.js'
import type { RequestContext } from './request-context.js'

/** What a backend implements for the operations tagged Tasks. A refusal is thrown, never returned. */
export interface TasksApi {
  /** GET /api/v1/tasks/{taskId}: Poll a task */
  getTask(input: GetTaskInput, context: RequestContext): Promise<Task>
  /** POST /api/v1/tasks/{taskId}/cancel: Cancel a waiting task */
  cancelTask(input: CancelTaskInput, context: RequestContext): Promise<CancelledTask>
}

/** The checked input of getTask: declared fields only, as they were sent. */
export interface GetTaskInput {
  /** The `id` that a generation returned. */
  taskId: Id
}

/** The checked input of cancelTask: declared fields only, as they were sent. */
export interface CancelTaskInput {
  /** The `id` that a generation returned. */
  taskId: Id
}
