// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { ETagHeader, PreferenceAppliedHeader } from './header-types.js'
import type { CancelledTask, Id, Task } from './models.js'
import type { RequestContext } from './request-context.js'

/** What a backend implements for the operations tagged Tasks. An error is thrown, never returned. */
export interface TasksApi {
  /** GET /api/v1/tasks/{taskId}: Poll a task */
  getTask(input: GetTaskInput, context: RequestContext): Promise<{ readonly status: 200; readonly body: Task; readonly headers?: { 'Preference-Applied'?: PreferenceAppliedHeader; ETag?: ETagHeader } } | { readonly status: 304; readonly body?: undefined; readonly headers: { ETag: ETagHeader; 'Preference-Applied'?: PreferenceAppliedHeader } }>
  /** POST /api/v1/tasks/{taskId}/cancel: Cancel a waiting task */
  cancelTask(input: CancelTaskInput, context: RequestContext): Promise<CancelledTask>
}

/** The checked input of getTask: declared fields only, as they were sent. */
export interface GetTaskInput {
  /** The `id` that a generation returned. */
  taskId: Id
  /**
   * `wait=SECONDS`, by `RFC 7240`, holds the response until the task changes, for at most that time and never longer than
   * 30 seconds. Other preferences, and values that are not whole numbers, are ignored.
   */
  prefer?: string
  /**
   * The `ETag` of the last response about this task, or a list of them: the state that you know. While the task is still in
   * that state the response is `304` without a body, and `Prefer: wait` holds it; for any other state it comes at once. A finished
   * task is never answered with `304`. A value without a single well-formed tag is ignored.
   */
  ifNoneMatch?: string
}

/** The checked input of cancelTask: declared fields only, as they were sent. */
export interface CancelTaskInput {
  /** The `id` that a generation returned. */
  taskId: Id
}
