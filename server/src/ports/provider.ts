import type { ProductName } from '../domain/generation/products.js'
import type { ProviderJob } from '../domain/generation/provider-job.js'

export type { ProviderJob } from '../domain/generation/provider-job.js'

/**
 * Where a generation engine plugs in. The core owns the loop, the deadline, the retries and the money; an
 * adapter translates single calls and answers with values. It never loops, never sleeps for long and never
 * throws for an outcome that is named here: an exception from an adapter is a bug and fails the attempt.
 */
export interface Provider {
  /** Stable name, as in the providers file; stored with each task that it runs. */
  readonly name: string

  /**
   * 'idempotent': starting twice with the same `taskId` makes one job or repeats free work, so an unclear
   * start may be repeated. 'once': a start whose answer was lost must never be repeated
   * (PROVIDER_SUBMIT_AMBIGUOUS).
   */
  readonly submission: 'idempotent' | 'once'

  /**
   * Whether this engine can make that product at that tier at all. Must be cheap: it is asked on every
   * acceptance.
   */
  serves(product: ProductName, tier: string): boolean

  /** Hands one job to the engine. Returns as soon as the engine has it, not when it is done. */
  start(job: GenerationJob, signal: AbortSignal): Promise<StartAnswer>

  /**
   * Looks at a started job once. `waitMsMax` allows (not obliges) the adapter to hold the answer until the
   * job changes, which an in-process engine uses to report completion without delay.
   */
  poll(
    job: ProviderJob,
    options: { readonly waitMsMax: number; readonly signal: AbortSignal },
  ): Promise<PollAnswer>

  /** Stops a job whose result nobody wants any more. Best effort; must not throw when the job is unknown. */
  cancel?(job: ProviderJob): Promise<void>

  /** Releases processes and connections. Called once, at shutdown. */
  close?(): Promise<void>
}

/** Everything an engine may need to make one result. Sizes are exact: the result must have just these. */
export interface GenerationJob {
  /** Our task id, the same on every attempt: the engine's idempotency key where it takes one. */
  readonly taskId: string
  readonly product: ProductName
  readonly tier: string
  /** The caller's prompt, or '' on a transformation by effect alone. */
  readonly prompt: string
  readonly negativePrompt?: string
  readonly effect?: JobEffect
  readonly input?: JobInput
  readonly widthPx: number
  readonly heightPx: number
  /** Present on the video products. Whole seconds. */
  readonly durationSeconds?: number
}

export interface JobEffect {
  readonly id: string
  /** What the effect asks of an engine, in words. The caller's prompt is added to it, never replaces it. */
  readonly instruction: string
}

/**
 * The verified bytes of the caller's upload, as they were sent: their EXIF orientation is the engine's to
 * apply.
 */
export interface JobInput {
  readonly contentType: string
  /** As the picture is displayed, turned by its orientation. */
  readonly widthPx: number
  readonly heightPx: number
  readonly sizeBytes: number
  bytes(): Promise<Uint8Array>
  /** A signed link to the bytes for engines that only take links; lives 30 minutes. */
  link(): Promise<string>
}

export type StartAnswer =
  | { readonly kind: 'started'; readonly job: ProviderJob }
  /**
   * The engine understood and refused: the input is at fault, and trying again cannot help (INVALID_INPUT).
   */
  | { readonly kind: 'rejected'; readonly message: string }
  /** Certainly nothing was submitted (refused connection, 429, 503): another try or engine is safe. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** Bytes were sent and no clear answer came: the job may or may not exist. */
  | { readonly kind: 'ambiguous'; readonly message: string }

export type PollAnswer =
  | { readonly kind: 'pending' }
  | { readonly kind: 'succeeded'; readonly outputs: readonly [GeneratedMedia, ...GeneratedMedia[]] }
  | {
      readonly kind: 'failed'
      readonly code: 'INVALID_INPUT' | 'GENERATION_FAILED'
      readonly message: string
    }
  /** The engine no longer knows the job. An idempotent provider is then asked to start it again. */
  | { readonly kind: 'lost' }
  /** The engine did not answer this time; says nothing about the job. */
  | { readonly kind: 'unreachable'; readonly message: string }

export interface GeneratedMedia {
  /** `image/png`, `image/jpeg`, `image/webp`, `video/mp4` or `video/webm`. */
  readonly contentType: string
  readonly bytes: Uint8Array
}
