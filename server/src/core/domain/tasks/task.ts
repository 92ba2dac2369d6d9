import type { Effect } from '../catalogue.ts'
import type { Usd } from '../money/usd.ts'
import type { ProductName } from '../products.ts'
import type { RemovedResult, StoredMedia, TaskFailure, TaskStatus } from './task-states.ts'

/** One accepted generation, as every layer but the database sees it. Times are milliseconds since 1970. */
export interface Task {
  readonly id: string
  readonly accountId: string
  /** The key that ordered it; undefined for tasks of a version that did not record it. */
  readonly apiKeyId?: string | undefined
  /** The trace that it was ordered in, as a well-formed `traceparent`; undefined if the order named none. */
  readonly traceparent?: string | undefined
  /** Towards whose limits its cost counts; undefined for an order with a key without spending limits. */
  readonly keyLimitsId?: string | undefined
  readonly type: ProductName
  readonly tier: string
  readonly status: TaskStatus
  readonly parameters: TaskParameters
  /** Fixed at acceptance: the amount reserved, then charged or refunded. */
  readonly cost: Usd
  readonly createdAtMs: number
  readonly startedAtMs: number | undefined
  readonly completedAtMs: number | undefined
  /** When it is cancelled unless it has started before; undefined: never. */
  readonly cancelAtMs?: number | undefined
  /** Its position in the queue of its product; lower is earlier. */
  readonly queuePosition: number
  /** The number of attempts. */
  readonly attempt: number
  /** The fencing token: only the worker that holds the newest one may write. */
  readonly epoch: number
  readonly submission: Submission
  readonly output: readonly StoredMedia[] | undefined
  readonly error: TaskFailure | undefined
  /** undefined while the files of its output exist. */
  readonly removed?: RemovedResult | undefined
  /** In percent, while it runs and its engine has said; 99 at most, and it never falls. */
  readonly progress?: number | undefined
  /**
   * When what it was ordered with was erased. Only what its money is accounted by is left, and its owner no
   * longer sees it.
   */
  readonly scrubbedAtMs?: number | undefined
  /** When the engine of its submission was last called; undefined before, and for tasks of older versions. */
  readonly engineCalledAtMs?: number | undefined
  /** The engines that would have had it before, but were down; undefined: none. */
  readonly passedOver?: readonly string[] | undefined
}

/**
 * What is to be generated, resolved once at acceptance so that later changes of the catalogue do not affect
 * it.
 */
export interface TaskParameters {
  /** The caller's prompt, or '' on a transformation by effect alone. */
  readonly prompt: string
  readonly negativePrompt?: string
  readonly effect?: TaskEffect
  readonly input?: TaskInput
  /** Absent where the shape is that of the input, and for tasks of versions that did not record it. */
  readonly aspectRatio?: string
  /** The size of the final result. */
  readonly widthPx: number
  readonly heightPx: number
  /** Present on the video products. Whole seconds. */
  readonly durationSeconds?: number
}

/** An effect as it was at acceptance. */
export type TaskEffect = Omit<Effect, 'name' | 'description' | 'surface' | 'defaults'>

/** The caller's upload as verified; the bytes under `key` never change. */
export interface TaskInput {
  readonly assetId: string
  readonly key: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * State of the submission to a provider. `intended` is committed before the provider is called and `started`
 * after it, so that a crash in between is recognised as ambiguous.
 */
export type Submission =
  | { readonly kind: 'none' }
  | { readonly kind: 'intended'; readonly provider: string }
  | { readonly kind: 'started'; readonly provider: string; readonly job: ProviderJob }

/**
 * A provider's own job id: opaque to the service and stored as JSON, so that any process can resume after a
 * crash.
 */
export type ProviderJob = { readonly [key: string]: string | number | boolean | null }
