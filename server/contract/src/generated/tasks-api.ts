// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { ETagHeader, PreferenceAppliedHeader } from './header-types.js'
import type { CancelledTask, Id, Product, Task, TaskPage, TaskStatus, Timestamp } from './models.js'
import type { RequestContext } from './request-context.js'

/** What a backend implements for the operations tagged Tasks. An error is thrown, never returned. */
export interface TasksApi {
  /** GET /api/v1/tasks: List your tasks */
  listTasks(input: ListTasksInput, context: RequestContext): Promise<{ readonly status: 200; readonly body: TaskPage; readonly headers?: { 'Preference-Applied'?: PreferenceAppliedHeader; ETag?: ETagHeader } } | { readonly status: 304; readonly body?: undefined; readonly headers: { ETag: ETagHeader; 'Preference-Applied'?: PreferenceAppliedHeader } }>
  /** GET /api/v1/tasks/{taskId}: Poll a task */
  getTask(input: GetTaskInput, context: RequestContext): Promise<{ readonly status: 200; readonly body: Task; readonly headers?: { 'Preference-Applied'?: PreferenceAppliedHeader; ETag?: ETagHeader } } | { readonly status: 304; readonly body?: undefined; readonly headers: { ETag: ETagHeader; 'Preference-Applied'?: PreferenceAppliedHeader } }>
  /** POST /api/v1/tasks/{taskId}/cancel: Cancel a waiting task */
  cancelTask(input: CancelTaskInput, context: RequestContext): Promise<CancelledTask>
}

/** The checked input of listTasks: declared fields only, as they were sent. */
export interface ListTasksInput {
  /**
   * Limits the list to tasks in this status, or in any of several, `status=QUEUED&status=PROCESSING`.
   * @minItems 1
   * @maxItems 5
   */
  status?: TaskStatus[]
  /**
   * Limits the list to tasks of this product, or of any of several.
   * @minItems 1
   * @maxItems 4
   */
  type?: Product[]
  /** Limits the list to tasks accepted at this time or later, ISO 8601 with a time zone. */
  createdFrom?: Timestamp
  /** Limits the list to tasks accepted before this time, ISO 8601 with a time zone. */
  createdBefore?: Timestamp
  /**
   * The most tasks that a page may have.
   * @isInt
   * @minimum 1
   * @maximum 100
   * @default 20
   */
  limit?: number
  /**
   * The `nextCursor` of the page before, for the one after it. It belongs to the filters of that request: with others it is
   * refused. Without it you get the first page.
   * @minLength 1
   * @maxLength 128
   */
  cursor?: string
  /**
   * Returns exactly these tasks, `id=A&id=B`, on one page. Ids that are not those of your tasks are left out. Goes with none of
   * the filters, nor with `limit` and `cursor`.
   * @minItems 1
   * @maxItems 100
   */
  id?: Id[]
  /**
   * With `id`, `wait=SECONDS`, by `RFC 7240`, holds the response until one of these tasks changes, for at most that time and
   * never longer than 30 seconds. Other preferences, values that are not whole numbers, and any of them without `id`, are ignored.
   */
  prefer?: string
  /**
   * With `id`, the `ETag` of the last response about these tasks, or a list of them: the states that you know. While none of the
   * tasks has changed the response is `304` without a body, and `Prefer: wait` holds it; otherwise it comes at once. If all of
   * the tasks are finished, it is never `304`. A value without a single well-formed tag is ignored.
   */
  ifNoneMatch?: string
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
