import type { components } from '../generated/openapi.js'

type Schemas = components['schemas']

/** A request whose optional fields may also be there and undefined, as when they are passed on. */
export type Loose<Request> = Request extends unknown
  ? {
      [Field in keyof Request]: Record<never, never> extends Pick<Request, Field>
        ? Request[Field] | undefined
        : Request[Field]
    }
  : never

export type AcceptedTask = Schemas['AcceptedTask']
export type Account = Schemas['Account']
export type ApiErrorCode = Schemas['ApiErrorCode']
export type ApiErrorDetail = Schemas['ApiErrorDetail']
export type CancelledTask = Schemas['CancelledTask']
export type Effect = Schemas['Effect']
export type GalleryExample = Schemas['GalleryExample']
export type ImageContentType = Schemas['ImageContentType']
export type ImageGenerationRequest = Loose<Schemas['ImageGenerationRequest']>
export type ImageTransformationRequest = Loose<Schemas['ImageTransformationRequest']>
export type Pricing = Schemas['Pricing']
export type Product = Schemas['Product']
export type ReservedUpload = Schemas['ReservedUpload']
export type ResultFile = Schemas['ResultFile']
export type Surface = Schemas['Surface']
export type TaskError = Schemas['TaskError']
export type TaskErrorCode = Schemas['TaskErrorCode']
export type TaskOutput = Schemas['TaskOutput']
export type TaskStatus = Schemas['TaskStatus']
export type Upload = Schemas['Upload']
export type UploadErrorCode = Schemas['UploadErrorCode']
export type VideoGenerationRequest = Loose<Schemas['VideoGenerationRequest']>
export type VideoTransformationRequest = Loose<Schemas['VideoTransformationRequest']>

/** A Uint8Array of its own buffer, in the words of every TypeScript from 5.0 on. */
export type Bytes = ReturnType<Uint8Array['slice']>

/** What every task has, whatever its status. */
interface TaskFields extends Pick<Schemas['Task'], 'id' | 'type' | 'createdAt'> {
  /** When work on it first began, or null while it has not. */
  readonly startedAt: string | null
  /** When it reached a final status, or null while it has not. */
  readonly completedAt: string | null
}

/** A task that waits; it can be cancelled. */
export interface TaskQueued extends TaskFields {
  readonly status: 'QUEUED'
  readonly completedAt: null
  readonly output: null
  readonly error: null
}

/** A task that runs; it can no longer be cancelled. */
export interface TaskProcessing extends TaskFields {
  readonly status: 'PROCESSING'
  readonly completedAt: null
  readonly output: null
  readonly error: null
}

/** A task that is finished and charged. */
export interface TaskSucceeded extends TaskFields {
  readonly status: 'SUCCEEDED'
  readonly output: Schemas['TaskOutput']
  readonly error: null
}

/** A task without a result, which was refunded. */
export interface TaskFailed extends TaskFields {
  readonly status: 'FAILED'
  readonly output: null
  readonly error: Schemas['TaskError']
}

/** A task that was cancelled before it started, and refunded. */
export interface TaskCancelled extends TaskFields {
  readonly status: 'CANCELLED'
  readonly output: null
  readonly error: null
}

/** A task. Its `status` tells which of the other fields have something in them. */
export type Task = TaskQueued | TaskProcessing | TaskSucceeded | TaskFailed | TaskCancelled

/** Headers by their names; an undefined one is left out. */
export type CustomHeaders = Readonly<Record<string, string | undefined>>

/** What any call takes beside its subject. */
export interface CallOptions {
  /**
   * Headers for the requests of this call to the service, over those of the client; addresses of files get
   * none. An `Idempotency-Key` among them is ignored: that is the option `idempotencyKey`.
   */
  readonly headers?: CustomHeaders | undefined
  /**
   * Stops the call, with all its retries; it then rejects at once with the signal's reason, or with
   * SubmitAbortedError where a generation may have been accepted by then.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * How long to wait for one answer of the service, in milliseconds; bytes of files have a limit of their
   * own.
   * @default the client's
   */
  readonly timeoutMs?: number | undefined
  /** How often to try again. @default the client's */
  readonly maxRetries?: number | undefined
  /**
   * Called with each answer of the service that this call comes to, after its retries, whatever its status.
   */
  readonly onResponse?: ((response: Response) => void) | undefined
}
