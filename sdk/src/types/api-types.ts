import type { components } from '../generated/openapi.js'

export type * from '../generated/responses.js'

type Schemas = components['schemas']

/**
 * The ids of the effects that your program may use, by surface: `{ image: 'watercolour' | …; video: … }`. While
 * it is empty, any string is one. The declarations that `npx mediagen types` prints fill it by module
 * augmentation, and the compiler then rejects every other id in a request.
 */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be augmented.
export interface EffectIds {}

/** The id of an effect of one surface. */
export type EffectId<Of extends 'image' | 'video'> =
  EffectIds extends Readonly<Record<Of, infer Id extends string>> ? Id : string

/** A request whose optional fields may also be undefined, as when they are passed on. */
export type Loose<Request, Effect extends string = string> = Request extends unknown
  ? {
      [Field in keyof Request]:
        | (Field extends 'effectId' ? Effect : Request[Field])
        | (Record<never, never> extends Pick<Request, Field> ? undefined : never)
    }
  : never

export type ApiErrorCode = Schemas['ApiErrorCode']
export type ApiErrorDetail = Schemas['ApiErrorDetail']
export type CostState = Schemas['CostState']
export type Effect = Schemas['Effect']
export type GalleryExample = Schemas['GalleryExample']
export type ImageContentType = Schemas['ImageContentType']
export type ImageGenerationRequest = Loose<Schemas['ImageGenerationRequest']>
export type ImageTransformationRequest = Loose<Schemas['ImageTransformationRequest'], EffectId<'image'>>
export type Product = Schemas['Product']
/** Why and since when the files of a result no longer exist. */
export type RemovedResult = Schemas['RemovedResult']
export type ResultFile = Schemas['ResultFile']
export type Surface = Schemas['Surface']
/** What a task costs, and what has become of the money. */
export type TaskCost = Schemas['Cost']
export type TaskError = Schemas['TaskError']
export type TaskErrorCode = Schemas['TaskErrorCode']
export type TaskOutput = Schemas['TaskOutput']
/** What was ordered, in the fields of the request for the task's `type`. */
export type TaskRequest = Schemas['TaskRequest']
export type TaskStatus = Schemas['TaskStatus']
export type UploadErrorCode = Schemas['UploadErrorCode']
export type VideoGenerationRequest = Loose<Schemas['VideoGenerationRequest']>
export type VideoTransformationRequest = Loose<Schemas['VideoTransformationRequest'], EffectId<'video'>>

/** A Uint8Array of its own buffer, in a form that TypeScript 5.0 compiles. */
export type Bytes = ReturnType<Uint8Array['slice']>

/** For `await using`, which ends it with its block; nothing where the compiler does not know of that. */
export type AsyncDisposal = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => PromiseLike<void> }
  : unknown

/** What every task has, whatever its status. */
interface TaskFields extends Pick<Schemas['Task'], 'id' | 'type' | 'createdAt'> {
  /** When a worker first started it, or null before that. */
  readonly startedAt: string | null
  /** When it reached a final status, or null before that. */
  readonly completedAt: string | null
  /** How much of it is done, in percent up to 99 and never less than before; undefined unless it runs and its engine says so. */
  readonly progress?: number | undefined
  /**
   * The usual time of such tasks from start to end, which is no promise; undefined while that is not known, and once it has
   * ended.
   */
  readonly usualSeconds?: number | undefined
  /** What it costs, exactly; undefined from services of versions that did not say. */
  readonly cost?: TaskCost | undefined
  /** What was ordered; undefined where the service no longer has it, or its version did not say. */
  readonly request?: TaskRequest | undefined
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

/** A task that has succeeded and was charged. */
export interface TaskSucceeded extends TaskFields {
  readonly status: 'SUCCEEDED'
  readonly output: Schemas['TaskOutput']
  readonly error: null
}

/** A task that failed and was refunded. */
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

/** A task. Its `status` determines which of the other fields are set. */
export type Task = TaskQueued | TaskProcessing | TaskSucceeded | TaskFailed | TaskCancelled

/** A page of tasks, newest first. */
export interface TaskPage {
  /** May be fewer than `limit`, or none, although more follow. */
  readonly tasks: Task[]
  /** Give it to the next call as `cursor`; null on the last page. */
  readonly nextCursor: string | null
}

/** Headers by name, of which an undefined one is omitted, or as pairs, such as a `Headers` object. */
export type CustomHeaders =
  | Readonly<Record<string, string | undefined>>
  | Iterable<readonly [name: string, value: string]>

/** Options of every call. */
export interface CallOptions {
  /**
   * Headers for this call's requests to the service, which override those of the client; signed URLs get
   * none. An `Idempotency-Key` among those of a generation is its `idempotencyKey`. A wait adds its own words to
   * a `Prefer`, and the state that it has seen.
   */
  readonly headers?: CustomHeaders | undefined
  /**
   * Stops the call and all its retries. It then rejects at once with the signal's reason, or with
   * SubmitAbortedError if a generation may already have been accepted.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * How long to wait for one response of the service, in milliseconds; file transfers have a separate limit.
   * @default the client's
   */
  readonly timeoutMs?: number | undefined
  /** How often to retry. @default the client's */
  readonly maxRetries?: number | undefined
  /** Called with each response that this call gets after its retries, whatever its status. */
  readonly onResponse?: ((response: Response) => void) | undefined
}
