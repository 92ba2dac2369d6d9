import type { components } from '../generated/openapi.js'
import type { AsyncDisposal, CallOptions, Product, Task, TaskPage, TaskStatus } from './api-types.js'

type Schemas = components['schemas']

/** The tasks of one product, ordered with one key, that ended on one day. */
export type UsageDay = Schemas['UsageDay']

/** Which tasks to list. */
export interface TaskListOptions extends CallOptions {
  /** @default every status */
  readonly status?: TaskStatus | readonly TaskStatus[] | undefined
  /** @default every product */
  readonly type?: Product | readonly Product[] | undefined
  /** A text that their prompts contain, in upper or lower case. @default all */
  readonly prompt?: string | undefined
  /** Tasks accepted at this time or later. @default all */
  readonly createdFrom?: Date | string | undefined
  /** Tasks accepted before this time. @default all */
  readonly createdBefore?: Date | string | undefined
  /** The most tasks of one page, 1 to 100. @default 20 */
  readonly limit?: number | undefined
  /** The `nextCursor` of the page before, of a list with the same filters. @default the first page */
  readonly cursor?: string | undefined
  /** Exactly these tasks, at most 100; goes with no other filter. @default all */
  readonly ids?: readonly string[] | undefined
}

/**
 * The first page, when awaited; every task of all pages, when iterated. The end of an `await using` block ends
 * the running request.
 */
export type TaskList = Promise<TaskPage> & AsyncIterable<Task> & AsyncDisposal

/** Which days to sum up, in UTC; a `Date` stands for the day that it is in. */
export interface UsageOptions extends CallOptions {
  /** The first day, such as `2026-03-01`. @default the first of the month of `to` */
  readonly from?: Date | string | undefined
  /** The last day, included. @default today */
  readonly to?: Date | string | undefined
}
