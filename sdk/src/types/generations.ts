import type {
  AsyncDisposal,
  CallOptions,
  CancelledTask,
  ImageTransformationRequest,
  Task,
  TaskCost,
  TaskStatus,
  VideoTransformationRequest,
} from './api-types.js'
import type { AnyPricingInput, Cost } from './pricing.js'
import type { FinishedTask } from './results.js'
import type { UploadOptions, UploadSource } from './uploads.js'

/** Options of a generation call, without those of its key. */
export interface KeylessOptions extends CallOptions {
  /**
   * The most that this generation may cost, as a decimal such as `'0.50'`. If it would cost more, the call
   * rejects with `CostLimitError` before anything is uploaded, sent or charged. @default no limit
   */
  readonly maxCost?: string | undefined
  /**
   * Checks that the balance covers the price, and otherwise rejects with `InsufficientBalanceError` before
   * anything is uploaded. The service checks again in any case. @default false
   */
  readonly checkBalance?: boolean | undefined
  /**
   * Cancels the task and refunds it if it has not started this many whole seconds after it was accepted, at most a
   * week. A task that has started runs to its end. On a replay the deadline of the first call applies.
   * @default it waits as long as it takes
   */
  readonly cancelAfterSeconds?: number | undefined
  /**
   * Called with the price of the task and its state, at most twice: `reserved` before the call resolves, then
   * `charged` or `refunded` once the handle's `wait`, `updates`, iteration or `cancel` has seen it. The amount
   * is an exact decimal and the same both times; a refunded one cost nothing. Not called again for a task that
   * is resumed elsewhere, nor by services of versions that state no cost. @default none
   */
  readonly onCost?: ((cost: TaskCost) => void) | undefined
}

/** Where the idempotency key of a generation comes from: one of the two, or neither. */
export type KeyOptions =
  | {
      /**
       * Your own key for this generation, 1 to 128 visible ASCII characters: calls with the same key and input
       * return the same task and are charged once, even across processes. A `file` uploaded by another client is
       * a different input, so use `assetId` with a key. Not together with `dedupe`.
       * @default a new random key for each call
       */
      readonly idempotencyKey?: string | undefined
      readonly dedupe?: undefined
    }
  | {
      /**
       * `'content'` derives the key from the request, so that a request repeated by a restarted job returns
       * the same task and is charged once. The service remembers a key for a day. A `file` counts as its
       * upload, which is the same for the same bytes within one client. Not together with `idempotencyKey`.
       * @default a new key for each call
       */
      readonly dedupe?: 'content' | undefined
      readonly idempotencyKey?: undefined
    }

/** Options of a generation call. */
export type GenerateOptions = KeylessOptions & KeyOptions

/** Options of a transformation; `onProgress` reports the upload of its `file`. */
export type TransformOptions = GenerateOptions & UploadOptions

/** How to follow a task. */
export interface FollowOptions extends Pick<CallOptions, 'headers'> {
  /** After how long to reject with a `WaitTimeoutError`, in ms; the task continues. @default 600000 */
  readonly timeoutMs?: number | undefined
  /** Stops waiting at once, with the signal's reason. The task continues unless `cancelOnAbort` is set. */
  readonly signal?: AbortSignal | undefined
  /** Cancels the task when the signal aborts; a task that has started continues. @default false */
  readonly cancelOnAbort?: boolean | undefined
  /**
   * Called with the `MediagenError` of each poll that fails and is tried again, as while the network is gone, and with
   * undefined once one succeeds again.
   */
  readonly onOutage?: ((error: Error | undefined) => void) | undefined
}

/** How to wait for a task. */
export interface WaitOptions extends FollowOptions {
  /** Called with the task as first polled, and after each change of its status and each step of its progress. */
  readonly onUpdate?: ((task: Task) => void) | undefined
}

type WithoutAssetId<Request> = Request extends unknown ? Omit<Request, 'assetId'> : never
type InputImage =
  | {
      /** One of your `READY` uploads. */
      readonly assetId: string
      readonly file?: undefined
    }
  | {
      /** An image that the call uploads. */
      readonly file: UploadSource
      readonly assetId?: undefined
    }

/** An image transformation of an upload, or of a file that the call uploads. */
export type ImageTransformationInput = WithoutAssetId<ImageTransformationRequest> & InputImage

/** A video transformation of an upload, or of a file that the call uploads. */
export type VideoTransformationInput = WithoutAssetId<VideoTransformationRequest> & InputImage

/** A generation as JSON: enough for `client.tasks.resume` to continue in another process. */
export interface SavedGeneration {
  /** The task's id: `client.tasks.resume(id)` takes it in any process. */
  readonly id: string
  /** The task's status when it was accepted. */
  readonly status: TaskStatus
  readonly createdAt: string
  /** The key that the request was sent with: yours, or the generated one. */
  readonly idempotencyKey: string
  /** Whether an earlier request with the same key had already created the task. */
  readonly replayed: boolean
  /** The `X-Request-Id` of the response. */
  readonly requestId?: string | undefined
  /** What its price depends on. */
  readonly pricingInput: AnyPricingInput
}

/** A task that can be waited for. */
export interface TaskHandle {
  /** The task's id. */
  readonly id: string
  /**
   * Resolves when the task has succeeded. Rejects with `TaskFailedError`, `TaskCancelledError`,
   * `WaitTimeoutError` (the task continues), `ResultRemovedError` if the result no longer exists or, after an
   * abort, the signal's reason.
   * @example
   * const result = await generation.wait({ onUpdate: ({ status }) => console.log(status) })
   * await result.saveTo('out.png')
   */
  wait(options?: WaitOptions): Promise<FinishedTask>
  /**
   * Yields the task after each change of its status and each step of its progress, up to the final status. Rejects like `wait`, except for a task's
   * outcome. Leaving the loop, `return()` and the end of an `await using` block end the running request; the task
   * continues.
   * @example
   * for await (const task of generation.updates({ timeoutMs: 60_000 })) console.log(task.status)
   */
  updates(options?: FollowOptions): AsyncGenerator<Task, void> & AsyncDisposal
  /**
   * What it costs, and whether that is reserved, charged or refunded. Reads the task. Rejects with a
   * MediagenError where the service is of a version that does not say.
   * @example
   * const { amount, currency, state } = await client.tasks.resume(id).cost()
   */
  cost(options?: CallOptions): Promise<TaskCost>
  /**
   * Cancels the task while it waits; rejects with `TaskNotCancellableError` once it has started.
   * @example
   * await generation.cancel()
   */
  cancel(options?: CallOptions): Promise<CancelledTask>
  /**
   * What `JSON.stringify` takes of it: its data.
   * @example
   * localStorage.taskId = handle.toJSON().id
   */
  toJSON(): { readonly id: string }
}

/** An accepted generation. */
export interface Generation extends SavedGeneration, TaskHandle {
  /** The task's id: `client.tasks.resume(id)` takes it in any process. */
  readonly id: string
  /**
   * The price with its breakdown, and whether it is reserved, charged or refunded.
   * @example
   * const { amount, currency, state } = await generation.cost()
   */
  cost(options?: CallOptions): Promise<Cost>
  /**
   * Its data, which is also what `JSON.stringify`, `structuredClone` and a React server action take of it: its methods
   * are not enumerable.
   * @example
   * const saved = generation.toJSON()
   * await client.tasks.resume(saved).wait()
   */
  toJSON(): SavedGeneration
}
