import type {
  FinishedTask,
  GenerateOptions,
  ImageGenerationRequest,
  ImageTransformationRequest,
  Task,
  TaskCost,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from '../types/index.js'

/**
 * A complete request with its product. It is plain JSON, so that it can be stored and sent again; `useUpload`
 * gives the `assetId` of a transformation.
 */
export type GenerationOrder =
  | ({ readonly product: 'image.generate' } & ImageGenerationRequest)
  | ({ readonly product: 'image.transform' } & ImageTransformationRequest)
  | ({ readonly product: 'video.generate' } & VideoGenerationRequest)
  | ({ readonly product: 'video.transform' } & VideoTransformationRequest)

/** Limits of an order: the most that it may cost, and how long it may wait for its start. */
export type OrderOptions = Pick<GenerateOptions, 'maxCost' | 'cancelAfterSeconds'>

/**
 * Where a hook keeps an order across reloads: `localStorage`, `sessionStorage`, or your own two methods.
 * Nothing of it is secret from the page: it holds the order, its idempotency key and the task's id.
 */
export interface GenerationStorage {
  /** The text that was set last under this name, or nothing. */
  getItem(name: string): string | null | undefined
  /** Stores a text; an empty one forgets the order. An order whose text cannot be stored is not sent. */
  setItem(name: string, text: string): void
}

/**
 * - `idle`: nothing is ordered.
 * - `submitting`: the order is on its way. With an `error` it is not known whether it was accepted.
 * - `waiting`: the task is accepted and has not ended. With an `error` it goes on, and nobody follows it.
 * - `succeeded`: charged, and `result` has its files, or `error` says that they were removed.
 * - `failed`: nothing is charged; `error` says why. Either the order was rejected, or its task failed. Also an
 *   order of more than 12 hours ago without a response, and a task that the caller may not see: these may have
 *   been charged.
 * - `cancelled`: the task was cancelled before it started, and refunded.
 */
export type GenerationState = 'idle' | 'submitting' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'

/** A task as a page shows it. */
export interface TaskView {
  readonly state: GenerationState
  /** The state in English words, such as `Waiting to start`; empty when idle. */
  readonly progress: string
  /** The task's id, as soon as it is accepted. */
  readonly taskId: string | undefined
  /** The task as last read. */
  readonly task: Task | undefined
  /** The task with its files, once it has succeeded and is read. Their links are valid for an hour. */
  readonly result: FinishedTask | undefined
  /** What it costs, exactly, and whether that is reserved, charged or refunded; once the service has said so. */
  readonly cost: TaskCost | undefined
  /** Whether the service cannot be reached while the task is followed, which goes on by itself. */
  readonly isOffline: boolean
  /** Why it cannot be reached. */
  readonly lastError: Error | undefined
  /** What went wrong last: an error of the SDK, whose `name` and `code` tell which. */
  readonly error: Error | undefined
}

/** What `useTask` returns. Its functions never throw or reject: failures are reported in `error`. */
export interface UseTask extends TaskView {
  /**
   * Cancels the task if it has not started, and refunds it. An order that has not been sent never is; of one on its
   * way the task is cancelled once it is known, for which one of an earlier visit is sent again under its key. A task
   * that has started goes on, and `error` says so.
   */
  readonly cancel: () => Promise<void>
  /**
   * Continues after an `error` in `submitting`, under the same idempotency key, or in `waiting`. In `succeeded`
   * it reads the task again, for links that are valid for another hour.
   */
  readonly retry: () => void
}

/** What `useGeneration` returns. Its functions never throw or reject: failures are reported in `error`. */
export interface UseGeneration extends UseTask {
  /**
   * Orders a generation. While one is `submitting` or `waiting` it does nothing, so that a second click or a
   * second mount orders nothing.
   */
  readonly submit: (order: GenerationOrder, options?: OrderOptions) => void
  /** Forgets the order and its result, also in the storage. A task goes on, and is charged if it succeeds. */
  readonly reset: () => void
}

/** One generation of a list. */
export interface ListedGeneration<Details = unknown> extends UseTask {
  /** Names it in the list, also after a reload; for React's `key`. */
  readonly key: string
  /** What was ordered. */
  readonly order: GenerationOrder
  /** When it was ordered, by the clock of this machine; RFC 3339. */
  readonly orderedAt: string
  /** What the page keeps with it; plain JSON. */
  readonly details: Details | undefined
  /** Takes it off the list, also in the storage. A task goes on, and is charged if it succeeds. */
  readonly remove: () => void
}

/** Limits of an order of a list, and what the page keeps with it. */
export interface ListedOrderOptions<Details = unknown> extends OrderOptions {
  /** Such as a small picture of the input or the name of the effect; stored as JSON. */
  readonly details?: Details
}

/**
 * What `useGenerations` returns. Its functions never throw or reject: failures are reported in each generation's
 * `error`.
 */
export interface UseGenerations<Details = unknown> {
  /** Newest first. The same array until something changes. */
  readonly generations: readonly ListedGeneration<Details>[]
  /** Orders another generation at each call, and returns its `key`. */
  readonly submit: (order: GenerationOrder, options?: ListedOrderOptions<Details>) => string
}
