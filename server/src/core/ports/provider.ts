import type { ProductName } from '../domain/products.ts'
import type { ProviderJob } from '../domain/tasks/task.ts'
import type { GenerationJob } from './generation-job.ts'

export type { ProviderJob } from '../domain/tasks/task.ts'

/**
 * The port for generation engines. The worker owns the loop, the deadline, the retries, the stored result and
 * the money; an adapter translates single calls and returns values. It never loops, retries or sleeps, and
 * never throws for an outcome that is named here: an exception from an adapter is a bug and fails the
 * attempt.
 */
export interface Provider {
  /** Stable name, as in the providers file; stored with each task that it runs. */
  readonly name: string

  /**
   * What the worker may do after a start whose response was lost.
   * 'idempotent': start again; the same `taskId` makes one job, or repeats work that is free.
   * 'findable': call `find`, and start again only if it proves that the engine has no such job.
   * 'once': nothing; the task fails with PROVIDER_SUBMIT_AMBIGUOUS and is refunded.
   */
  readonly submission: 'idempotent' | 'findable' | 'once'

  /**
   * 'exact': results have the requested size, length and format, and no metadata; they are stored unchanged.
   * 'raw': results are inspected, stripped of metadata and converted to what was requested before they are
   * stored.
   */
  readonly results: 'exact' | 'raw'

  /**
   * Whether its media come from a procedure and no trained model, which their marks then say. @default false
   */
  readonly isProcedural?: boolean

  /**
   * Whether a job ends with the worker that started it. A stopping worker lets such jobs finish for a while
   * and leaves all others to the next worker. @default false
   */
  readonly jobsEndWithWorker?: boolean

  /** Over all workers together. @default unlimited */
  readonly capacity?: ProviderCapacity

  /** Longest time from start to result of one job, in milliseconds. @default the setting of the service */
  readonly jobMsMax?: number | undefined

  /** What the engine charges its operator; for the margin metrics only. */
  readonly cost?: ProviderCost | undefined

  /**
   * Whether this engine can generate that product at that tier at all. Must be cheap: called on every
   * acceptance.
   */
  serves(product: ProductName, tier: string): boolean

  /** Whether this engine can apply that effect to the product. If absent: every effect, from its words. */
  appliesEffect?(product: ProductName, effectId: string): boolean

  /**
   * Whether `start` calls `upright` of a job's input. It is then decoded before the start, and returned at once.
   * @default false
   */
  takesUpright?(product: ProductName): boolean

  /**
   * Submits one job to the engine. Returns as soon as the engine has it; a synchronous engine returns with
   * the result. If the signal aborts after bytes were sent, the response is 'ambiguous'.
   */
  start(job: GenerationJob, signal: AbortSignal): Promise<StartResponse>

  /**
   * Searches for the job of an earlier start whose response was lost. Present exactly if `submission` is
   * 'findable'.
   */
  find?(job: GenerationJob, signal: AbortSignal): Promise<FindResponse>

  /**
   * Reads the state of a started job once. `waitMsMax` permits, but does not oblige, the adapter to hold the
   * response until the job changes; an in-process engine uses this to report completion without delay.
   */
  poll(
    job: ProviderJob,
    options: { readonly waitMsMax: number; readonly signal: AbortSignal },
  ): Promise<PollResponse>

  /** Stops a job whose result is no longer needed, and reports what became of it. */
  cancel?(job: ProviderJob, signal: AbortSignal): Promise<CancelResponse>

  /**
   * Queries the engine's identity and capabilities, without starting anything; for `mediagen-server providers
   * check`.
   */
  check?(signal: AbortSignal): Promise<ProviderCheck>

  /** Releases processes and connections. Called once, at shutdown. */
  close?(): Promise<void>
}

/** How much an engine takes at a time; what is absent is unlimited. */
export interface ProviderCapacity {
  /** Concurrent jobs at the engine. */
  readonly concurrency?: number
  /** Starts in any 60 seconds. */
  readonly requestsPerMinute?: number
}

/** US dollars as decimal text, for each image or each second of video. */
export interface ProviderCost {
  readonly perImage?: string
  readonly perSecond?: string
}

export type StartResponse =
  | { readonly kind: 'started'; readonly job: ProviderJob }
  /** A synchronous engine: here is the result. */
  | { readonly kind: 'succeeded'; readonly outputs: Outputs }
  /** The engine took the job and failed at it; the job has ended. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The engine understood and refused: the input is at fault, and retrying cannot help (INVALID_INPUT). */
  | { readonly kind: 'rejected'; readonly message: string }
  /** Certainly nothing was submitted (connection refused, 401, 402, 429): another try or engine is safe. */
  | {
      readonly kind: 'unavailable'
      readonly message: string
      /** How long the engine asked us to wait, if it said so. */
      readonly retryAfterMs?: number
    }
  /** Bytes were sent and no clear response came: the job may or may not exist. */
  | { readonly kind: 'ambiguous'; readonly message: string }

export type FindResponse =
  | { readonly kind: 'found'; readonly job: ProviderJob }
  /** Proof that the engine has no such job and will have none unless it is started again. */
  | { readonly kind: 'absent' }
  /** The engine did not respond, or its response proves nothing. */
  | { readonly kind: 'unknown'; readonly message: string }

export type PollResponse =
  | {
      readonly kind: 'pending'
      readonly stage?: 'queued' | 'running'
      /** 0 to 1. */
      readonly progress?: number
    }
  | { readonly kind: 'succeeded'; readonly outputs: Outputs }
  | {
      readonly kind: 'failed'
      readonly code: 'INVALID_INPUT' | 'GENERATION_FAILED'
      readonly message: string
    }
  /** The engine no longer knows the job. */
  | { readonly kind: 'lost' }
  /** The engine did not respond this time; says nothing about the job. */
  | { readonly kind: 'unavailable'; readonly message: string }

/**
 * 'cancelled': it will not run, or has stopped. 'finished': it had ended before, and `poll` says how.
 * 'runs-on': the engine cannot stop it. 'unknown': the engine did not respond, or knows no such job.
 */
export type CancelResponse = 'cancelled' | 'finished' | 'runs-on' | 'unknown'

export interface ProviderCheck {
  readonly reachable: boolean
  /** Undefined if the engine needs no key, or does not say. */
  readonly keyAccepted?: boolean
  readonly modelFound?: boolean
  /** One line for the operator: the version, the models, or what is wrong. */
  readonly detail: string
}

export type Outputs = readonly [GeneratedMedia, ...GeneratedMedia[]]

/** The largest medium; ample, since 15 seconds of 1080p from a generous encoder take 60 MB. */
export const mediaBytesMax = 1024 ** 3

/** One medium as generated by the engine, in memory or still to be fetched. */
export type GeneratedMedia =
  | { readonly contentType: string; readonly bytes: Uint8Array }
  | {
      /** As stated by the engine; the bytes are inspected before it is trusted. */
      readonly contentType?: string
      /**
       * Opens the medium; may be called again after an error. A chunk is valid until the next is requested.
       * Throws UnusableMediaError if fetching again cannot help, anything else if it may.
       */
      stream(signal: AbortSignal): AsyncIterable<Uint8Array>
    }

/**
 * A job's input could not be read: the object store or the decoder is unavailable ('unreadable'), the store has no
 * such object ('missing'), or the image cannot be decoded ('undecodable'). Adapters read the input before they submit
 * anything, and let this error pass to the worker.
 */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly reason: 'unreadable' | 'missing' | 'undecodable'
  constructor(reason: InputError['reason'], cause?: unknown) {
    super(`The input is ${reason}.`, { cause })
    this.reason = reason
  }
}

/**
 * The result itself is at fault: a web page instead of an image, too large, or gone. The task fails with
 * GENERATION_FAILED.
 */
export class UnusableMediaError extends Error {
  override readonly name = 'UnusableMediaError'
}
