import type { ProductName } from '../domain/generation/products.js'
import type { ProviderJob } from '../domain/generation/provider-job.js'
import type { GenerationJob } from './generation-job.js'

export type { ProviderJob } from '../domain/generation/provider-job.js'

/**
 * Where a generation engine plugs in. The core owns the loop, the deadline, the retries, the stored result
 * and the money; an adapter translates single calls and answers with values. It never loops, never retries,
 * never sleeps and never throws for an outcome that is named here: an exception from an adapter is a bug and
 * fails the attempt.
 */
export interface Provider {
  /** Stable name, as in the providers file; stored with each task that it runs. */
  readonly name: string

  /**
   * What the core may do after a start whose answer was lost.
   * 'idempotent': start again; the same `taskId` makes one job, or repeats work that is free.
   * 'findable': ask `find`, and start again only where it proves that the engine has no such job.
   * 'once': nothing; the task fails with PROVIDER_SUBMIT_AMBIGUOUS and is refunded.
   */
  readonly submission: 'idempotent' | 'findable' | 'once'

  /**
   * 'exact': results have the asked size, length and format, and no metadata; they are stored as they are.
   * 'raw': results are read, stripped of metadata and brought to what was asked before they are stored.
   */
  readonly results: 'exact' | 'raw'

  /**
   * Whether a job ends with the worker that started it. One that stops lets such jobs finish for a while and
   * leaves all others to the next worker. @default false
   */
  readonly jobsEndWithWorker?: boolean

  /** Bounds that hold over all workers together; what is absent is unbounded. */
  readonly limits?: ProviderLimits

  /** What the engine charges its operator; for the metrics of margin alone. */
  readonly cost?: ProviderCost

  /**
   * Whether this engine can make that product at that tier at all. Must be cheap: it is asked on every
   * acceptance.
   */
  serves(product: ProductName, tier: string): boolean

  /** Whether this engine can apply that effect to the product. Absent: every effect, from its words. */
  appliesEffect?(product: ProductName, effectId: string): boolean

  /**
   * Hands one job to the engine. Returns as soon as the engine has it; a synchronous engine returns with the
   * result. When the signal aborts after bytes were sent, the answer is 'ambiguous'.
   */
  start(job: GenerationJob, signal: AbortSignal): Promise<StartAnswer>

  /**
   * Searches for the job of an earlier start whose answer was lost. Present exactly where `submission` is
   * 'findable'.
   */
  find?(job: GenerationJob, signal: AbortSignal): Promise<FindAnswer>

  /**
   * Reads the state of a started job once. `waitMsMax` allows (not obliges) the adapter to hold the answer
   * until the job changes, which an in-process engine uses to report completion without delay.
   */
  poll(
    job: ProviderJob,
    options: { readonly waitMsMax: number; readonly signal: AbortSignal },
  ): Promise<PollAnswer>

  /** Stops a job whose result nobody wants any more, and says what became of it. */
  cancel?(job: ProviderJob, signal: AbortSignal): Promise<CancelAnswer>

  /** Asks the engine what it is and can do, without starting anything; for `mediagen providers check`. */
  check?(signal: AbortSignal): Promise<ProviderCheck>

  /** Releases processes and connections. Called once, at shutdown. */
  close?(): Promise<void>
}

export interface ProviderLimits {
  /** Jobs at the engine at one time. */
  readonly concurrency?: number
  /** Starts in any 60 seconds. */
  readonly requestsPerMinute?: number
  /** Longest time from start to result of one job, in milliseconds. */
  readonly jobMsMax?: number
}

/** US dollars as decimal text, for each image or each second of video. */
export interface ProviderCost {
  readonly perImage?: string
  readonly perSecond?: string
}

export type StartAnswer =
  | { readonly kind: 'started'; readonly job: ProviderJob }
  /** A synchronous engine: the result is there already. */
  | { readonly kind: 'succeeded'; readonly outputs: Outputs }
  /** The engine took the job and failed at it; it is over. */
  | { readonly kind: 'failed'; readonly message: string }
  /**
   * The engine understood and refused: the input is at fault, and trying again cannot help (INVALID_INPUT).
   */
  | { readonly kind: 'rejected'; readonly message: string }
  /** Certainly nothing was submitted (connection refused, 401, 402, 429): another try or engine is safe. */
  | {
      readonly kind: 'unavailable'
      readonly message: string
      /** How long the engine asked to be left alone, where it said so. */
      readonly retryAfterMs?: number
    }
  /** Bytes were sent and no clear answer came: the job may or may not exist. */
  | { readonly kind: 'ambiguous'; readonly message: string }

export type FindAnswer =
  | { readonly kind: 'found'; readonly job: ProviderJob }
  /** Proof that the engine has no such job and never will, unless it is started again. */
  | { readonly kind: 'absent' }
  /** The engine did not answer, or its silence proves nothing. */
  | { readonly kind: 'unknown'; readonly message: string }

export type PollAnswer =
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
  /** The engine did not answer this time; says nothing about the job. */
  | { readonly kind: 'unavailable'; readonly message: string }

/**
 * 'cancelled': it will not run, or has stopped. 'finished': it had ended before, and `poll` says how.
 * 'runs-on': the engine cannot stop it. 'unknown': the engine did not answer, or knows no such job.
 */
export type CancelAnswer = 'cancelled' | 'finished' | 'runs-on' | 'unknown'

export interface ProviderCheck {
  readonly reachable: boolean
  /** Undefined where the engine asks for no key, or does not tell. */
  readonly keyAccepted?: boolean
  readonly modelFound?: boolean
  /** One line for the operator: the version, the models, or what is wrong. */
  readonly detail: string
}

export type Outputs = readonly [GeneratedMedia, ...GeneratedMedia[]]

/** One medium as the engine made it, in memory or still to be fetched. */
export type GeneratedMedia =
  | { readonly contentType: string; readonly bytes: Uint8Array }
  | {
      /** As the engine calls it; the bytes are read before it is believed. */
      readonly contentType?: string
      /**
       * Opens the medium; may be called again after an error. A part is valid until the next is asked for.
       * Throws UnusableMediaError where fetching again cannot help, anything else where it may.
       */
      stream(signal: AbortSignal): AsyncIterable<Uint8Array>
    }

/**
 * A job's input could not be had: the object store is away ('unreadable'), says that it has no such object
 * ('missing'), or the image cannot be decoded ('undecodable'). Adapters read the input before they submit
 * anything, and let this pass to the core.
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
 * The result itself is at fault: a page instead of an image, too large, gone. The task fails with
 * GENERATION_FAILED.
 */
export class UnusableMediaError extends Error {
  override readonly name = 'UnusableMediaError'
}
