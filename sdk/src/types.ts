import type {
  Bytes,
  CallOptions,
  CancelledTask,
  ImageGenerationRequest,
  ImageTransformationRequest,
  Product,
  ResultFile,
  Task,
  TaskStatus,
  TaskSucceeded,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from './core/api-types.js'

export type * from './core/api-types.js'
export type * from './core/upload-types.js'

import type { UploadProgress, UploadSource } from './core/upload-types.js'

/** Options of a generation call. */
export interface GenerateOptions extends CallOptions {
  /**
   * Your own key for this generation, 1 to 128 visible ASCII characters: calls with the same key and input
   * return the same task and are charged once, even across processes. Every upload is a different input, so
   * use `assetId` with a key, not `file`. Takes precedence over `dedupe`.
   * @default a new random key for each call
   */
  readonly idempotencyKey?: string | undefined
  /**
   * The most that this generation may cost, as a decimal such as `'0.50'`. If it would cost more, the call
   * rejects with `CostLimitError` before anything is uploaded, sent or charged. @default no limit
   */
  readonly maxCost?: string | undefined
  /**
   * `'content'` derives the key from the request, so that a request repeated by a restarted job or an agent
   * returns the same task and is charged once. The service remembers a key for a day. A `file` counts as its
   * upload, which is the same for the same bytes within one client. @default a new key for each call
   */
  readonly dedupe?: 'content' | undefined
  /**
   * Checks that the balance covers the price, and otherwise rejects with `InsufficientBalanceError` before
   * anything is uploaded. The service checks again in any case. @default false
   */
  readonly checkBalance?: boolean | undefined
}

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /**
   * Called as bytes are sent, from 0 to all; from 0 again when the transfer is retried. On Deno, in Workers
   * and with your own `fetch` it reports only the start and the end.
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /**
   * Whether to reuse an earlier upload of this client with the same bytes, if the service still has it,
   * instead of sending them again. @default true
   */
  readonly reuse?: boolean | undefined
}

/** Options of a transformation; `onProgress` reports the upload of its `file`. */
export interface TransformOptions extends GenerateOptions, UploadOptions {}

/** How to follow a task. */
export interface FollowOptions extends Pick<CallOptions, 'headers'> {
  /** After how long to reject with a `WaitTimeoutError`, in ms; the task continues. @default 600000 */
  readonly timeoutMs?: number | undefined
  /** Stops waiting at once, with the signal's reason. The task continues unless `cancelOnAbort` is set. */
  readonly signal?: AbortSignal | undefined
  /** Cancels the task when the signal aborts; a task that has started continues. @default false */
  readonly cancelOnAbort?: boolean | undefined
}

/** How to wait for a task. */
export interface WaitOptions extends FollowOptions {
  /** Called with the task as first polled, and after each change of its status. */
  readonly onUpdate?: ((task: Task) => void) | undefined
}

/** What the price of a generation depends on. Omitted fields count with the service's defaults. */
export type PricingInput =
  | {
      readonly product: 'image.generate'
      readonly resolution?: ImageGenerationRequest['resolution'] | undefined
    }
  | {
      readonly product: 'image.transform'
      readonly effectId?: string | undefined
      readonly resolution?: ImageTransformationRequest['resolution'] | undefined
    }
  | {
      readonly product: 'video.generate'
      readonly resolution?: VideoGenerationRequest['resolution'] | undefined
      readonly durationSeconds?: VideoGenerationRequest['durationSeconds'] | undefined
    }
  | {
      readonly product: 'video.transform'
      readonly effectId?: string | undefined
      readonly resolution?: VideoTransformationRequest['resolution'] | undefined
      readonly durationSeconds?: VideoTransformationRequest['durationSeconds'] | undefined
    }

/** What the price of a generation depends on, for any product. */
export interface AnyPricingInput {
  readonly product: Product
  readonly effectId?: string | undefined
  readonly resolution?: string | undefined
  readonly durationSeconds?: number | undefined
}

/** What a generation costs according to the price list. Amounts are exact decimals. */
export interface Estimate {
  readonly product: Product
  /** The resolution that determines the price. */
  readonly tier: string
  readonly unit: 'image' | 'second' | 'unit'
  /** The number of units: 1 image, or the seconds of a video. */
  readonly quantity: number
  readonly unitPrice: string
  /** `unitPrice` times `quantity`. */
  readonly amount: string
  readonly currency: string
}

/** The price of a generation and its current state. */
export interface Cost extends Estimate {
  /** `reserved` while the task waits or runs, then `charged` if it succeeded, else `refunded`. */
  readonly state: 'reserved' | 'charged' | 'refunded'
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
  /** The task's id: `client.tasks.wait(id)` takes it from any process. */
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

/**
 * An accepted generation. Iterating over it with `for await` yields the task after each change of its status,
 * up to the final one.
 */
export interface Generation extends SavedGeneration, AsyncIterable<Task> {
  /**
   * Resolves when the task has succeeded. Rejects with `TaskFailedError`, `TaskCancelledError`,
   * `WaitTimeoutError` (the task continues) or, after an abort, the signal's reason.
   * @example
   * const result = await generation.wait({ onUpdate: ({ status }) => console.log(status) })
   * await result.saveTo('out.png')
   */
  wait(options?: WaitOptions): Promise<FinishedTask>
  /**
   * Like iterating over the generation, with options. Rejects like `wait`, except for a task's outcome.
   * @example
   * for await (const task of generation.updates({ timeoutMs: 60_000 })) console.log(task.status)
   */
  updates(options?: FollowOptions): AsyncGenerator<Task, void>
  /**
   * Its cost by the current price list, and whether it is reserved, charged or refunded.
   * @example
   * const { amount, currency, state } = await generation.cost()
   */
  cost(options?: CallOptions): Promise<Cost>
  /**
   * Cancels the task while it waits; rejects with `TaskNotCancellableError` once it has started.
   * @example
   * await generation.cancel()
   */
  cancel(options?: CallOptions): Promise<CancelledTask>
}

/** A task that has succeeded, with its result. */
export interface FinishedTask extends TaskSucceeded {
  /** The files of the result, images before videos; currently always one. */
  readonly files: readonly OutputFile[]
  /**
   * The bytes of the first file.
   * @example
   * const bytes = await result.download()
   */
  download(options?: CallOptions): Promise<Bytes>
  /**
   * The bytes of the first file as a stream.
   * @example
   * return new Response(await result.stream())
   */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Saves the first file to a path (Node, Bun and Deno), overwriting it; resolves to the path.
   * @example
   * await result.saveTo('out.png')
   */
  saveTo(path: string, options?: CallOptions): Promise<string>
}

/**
 * One file of a result. Its methods renew an expired link, so they work at any later time, and resume an
 * interrupted download.
 */
export interface OutputFile extends ResultFile {
  /** When its link expires, in ISO 8601; the methods renew it automatically. */
  readonly urlExpiresAt: string
  /**
   * The bytes.
   * @example
   * for (const file of result.files) console.log((await file.download()).length)
   */
  download(options?: CallOptions): Promise<Bytes>
  /**
   * The bytes as a stream.
   * @example
   * return new Response(await file.stream(), { headers: { 'content-type': file.contentType } })
   */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Saves the file to a path (Node, Bun and Deno), overwriting it; resolves to the path.
   * @example
   * await file.saveTo(`out-${index}.png`)
   */
  saveTo(path: string, options?: CallOptions): Promise<string>
}
