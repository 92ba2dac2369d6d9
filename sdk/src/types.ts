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

/** What a generation call takes beside its input. */
export interface GenerateOptions extends CallOptions {
  /**
   * Your own key for this generation, 1 to 128 characters: calls with the same key and input return the same
   * task and are charged once, also across processes. Every upload is another input, so use `assetId` with a
   * key, not `file`. Takes precedence over `dedupe`. @default a new random key for each call
   */
  readonly idempotencyKey?: string | undefined
  /**
   * The most that this generation may cost, as a decimal such as `'0.50'`. What costs more rejects
   * with `CostLimitError`, before anything is uploaded, sent or charged. @default no limit
   */
  readonly maxCost?: string | undefined
  /**
   * `'content'` derives the key from the request, so that a repeated request, by a restarted job or an agent,
   * returns the same task and is charged once. The service remembers a key for a day. A `file` counts by its
   * upload, which is the same for the same bytes within one client. @default a new key for each call
   */
  readonly dedupe?: 'content' | undefined
  /**
   * Checks that the balance covers the price, and rejects with `InsufficientBalanceError` before anything is
   * uploaded where it does not. The service looks again in any case. @default false
   */
  readonly checkBalance?: boolean | undefined
}

/** What an upload takes beside its file. */
export interface UploadOptions extends CallOptions {
  /**
   * Called as bytes are sent, from 0 up to all; from 0 again when the transfer is retried. On Deno, in
   * Workers and with a `fetch` of your own it is told no more than the start and the end.
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /**
   * Whether to reuse an earlier upload of this client with the same bytes, while the service has it, instead
   * of sending them again. @default true
   */
  readonly reuse?: boolean | undefined
}

/** What a transformation takes beside its input; `onProgress` is about the upload of its `file`. */
export interface TransformOptions extends GenerateOptions, UploadOptions {}

/** How to follow a task. */
export interface FollowOptions extends Pick<CallOptions, 'headers'> {
  /** Rejects with a `WaitTimeoutError` after so many milliseconds; the task goes on. @default 600000 */
  readonly timeoutMs?: number | undefined
  /** Stops the waiting at once, with the signal's reason. The task goes on unless `cancelOnAbort` is set. */
  readonly signal?: AbortSignal | undefined
  /** Cancels the task when the signal aborts; a task that has started goes on. @default false */
  readonly cancelOnAbort?: boolean | undefined
}

/** How to wait for a task. */
export interface WaitOptions extends FollowOptions {
  /** Called with the task when it is first seen and each time that its status has changed. */
  readonly onUpdate?: ((task: Task) => void) | undefined
}

/** What the price of a generation depends on. What is left out counts as the service fills it in. */
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

/** What the price of a generation depends on, whichever product it is of. */
export interface AnyPricingInput {
  readonly product: Product
  readonly effectId?: string | undefined
  readonly resolution?: string | undefined
  readonly durationSeconds?: number | undefined
}

/** What a generation costs by the price list. Amounts are exact decimals. */
export interface Estimate {
  readonly product: Product
  /** The resolution that it is priced by. */
  readonly tier: string
  readonly unit: 'image' | 'second' | 'unit'
  /** How many units: 1 image, or so many seconds. */
  readonly quantity: number
  readonly unitPrice: string
  /** `unitPrice` times `quantity`. */
  readonly amount: string
  readonly currency: string
}

/** What has become of the price of a generation. */
export interface Cost extends Estimate {
  /** `reserved` while the task waits or runs, `charged` when it has succeeded, `refunded` when it has not. */
  readonly state: 'reserved' | 'charged' | 'refunded'
}

type WithoutAssetId<Request> = Request extends unknown ? Omit<Request, 'assetId'> : never
type InputImage =
  | {
      /** An upload of yours that is `READY`. */
      readonly assetId: string
      readonly file?: undefined
    }
  | {
      /** An image to upload as a part of the call. */
      readonly file: UploadSource
      readonly assetId?: undefined
    }

/** An image transformation of an upload, or of a file that the call uploads. */
export type ImageTransformationInput = WithoutAssetId<ImageTransformationRequest> & InputImage

/** A video transformation of an upload, or of a file that the call uploads. */
export type VideoTransformationInput = WithoutAssetId<VideoTransformationRequest> & InputImage

/** A generation as JSON: enough for `client.tasks.resume` to go on in another process. */
export interface SavedGeneration {
  /** The task's id: `client.tasks.wait(id)` takes it from any process. */
  readonly id: string
  /** Where the task stood when it was accepted. */
  readonly status: TaskStatus
  readonly createdAt: string
  /** The key that the request was sent with, yours or the one that was made for it. */
  readonly idempotencyKey: string
  /** Whether the task was already there, by an earlier request with the same key. */
  readonly replayed: boolean
  /** The `X-Request-Id` of the answer. */
  readonly requestId?: string | undefined
  /** What it was priced by. */
  readonly pricingInput: AnyPricingInput
}

/**
 * An accepted generation. Iterated over with `for await`, it yields the task each time that its status has
 * changed, the final one last.
 */
export interface Generation extends SavedGeneration, AsyncIterable<Task> {
  /**
   * Resolves when the task has succeeded. Rejects with `TaskFailedError`, `TaskCancelledError`,
   * `WaitTimeoutError` (the task goes on) or, once it is aborted, with the signal's reason.
   * @example
   * const result = await generation.wait({ onUpdate: ({ status }) => console.log(status) })
   * await result.saveTo('out.png')
   */
  wait(options?: WaitOptions): Promise<FinishedTask>
  /**
   * Like iterating over the generation, with options. Rejects like `wait`, but not for a task's outcome.
   * @example
   * for await (const task of generation.updates({ timeoutMs: 60_000 })) console.log(task.status)
   */
  updates(options?: FollowOptions): AsyncGenerator<Task, void>
  /**
   * What it costs by today's price list, and whether that is reserved, charged or refunded by now.
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

/** A task that has succeeded, with what it made. */
export interface FinishedTask extends TaskSucceeded {
  /** What it made, images before videos; today there is always one. */
  readonly files: readonly OutputFile[]
  /**
   * The bytes of the first file.
   * @example
   * const bytes = await result.download()
   */
  download(options?: CallOptions): Promise<Bytes>
  /**
   * The bytes of the first file as they come.
   * @example
   * return new Response(await result.stream())
   */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Saves the first file under a path (Node, Bun and Deno), over what was there; resolves to the path.
   * @example
   * await result.saveTo('out.png')
   */
  saveTo(path: string, options?: CallOptions): Promise<string>
}

/**
 * One file of a result. An expired link is renewed, so all methods work at any later time; a transfer
 * that breaks goes on from where it was.
 */
export interface OutputFile extends ResultFile {
  /** When its link runs out, in ISO 8601; the methods here renew it by themselves. */
  readonly urlExpiresAt: string
  /**
   * The bytes.
   * @example
   * for (const file of result.files) console.log((await file.download()).length)
   */
  download(options?: CallOptions): Promise<Bytes>
  /**
   * The bytes as they come.
   * @example
   * return new Response(await file.stream(), { headers: { 'content-type': file.contentType } })
   */
  stream(options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Saves the file under a path (Node, Bun and Deno), over what was there; resolves to the path.
   * @example
   * await file.saveTo(`out-${index}.png`)
   */
  saveTo(path: string, options?: CallOptions): Promise<string>
}
