import type { ProviderJob } from '../core/domain/tasks/task.ts'
import type { StoredMedia, TaskFailure } from '../core/domain/tasks/task-states.ts'
import type { Outputs, Provider } from '../core/ports/provider.ts'
import type { EndedEngineCall } from '../database/tasks/engine-calls.ts'

/**
 * The outcome of each step of an attempt, from the first to its settlement. It carries what the next step
 * needs; which step that is stands in the table of attempt-steps.ts.
 */
export type AttemptOutcome =
  /** Certainly no engine has the job: it may be submitted. */
  | { readonly kind: 'absent' }
  /** This engine may have the job. */
  | { readonly kind: 'ambiguous'; readonly provider: Provider }
  /** The engine certainly did not take this start; an earlier one may still have succeeded. */
  | { readonly kind: 'unavailable' }
  /** The engine has the job. */
  | StartedJob
  /** The engine has delivered the result. */
  | {
      readonly kind: 'finished'
      readonly provider: Provider
      readonly outputs: Outputs
      readonly startedAtMs: number
    }
  /** The engine no longer knows the job. */
  | { readonly kind: 'lost'; readonly provider: Provider }
  /** The job has used up its time, and may still be running. */
  | { readonly kind: 'overdue'; readonly started: StartedJob }
  | Ending

interface StartedJob {
  readonly kind: 'started'
  readonly provider: Provider
  readonly job: ProviderJob
  /** When its time began; of a job that was found again, when it was found. */
  readonly startedAtMs: number
}

/** The outcomes that end an attempt. */
export type Ending =
  | {
      readonly kind: 'succeeded'
      readonly output: readonly StoredMedia[]
      readonly provider: Pick<Provider, 'name' | 'cost'>
      /** Identifies the bytes that the engine delivered, if a gate will judge the result. */
      readonly digest?: string
    }
  | {
      readonly kind: 'failed'
      readonly failure: TaskFailure
      /** The call after which nobody knows whether the engine has the job, to be recorded with the end. */
      readonly call?: EndedEngineCall | undefined
    }
  /** Worth another attempt: the engine lost the job or took too long, and repeating is safe. */
  | { readonly kind: 'again'; readonly reason: string }
  /** The job was lost with the worker that had started it: this attempt begins anew, with its full time. */
  | { readonly kind: 'restart' }
  /** No engine has capacity: the task returns to its place in the queue, without counting an attempt. */
  | {
      readonly kind: 'full'
      /** How long until there may be capacity. */
      readonly waitMs: number
      /** Whether an engine reported it, as opposed to its limits in the providers file. */
      readonly reportedByEngine: boolean
    }
  /**
   * The input could not be read or decoded for now, and neither the file nor an engine is at fault: nothing was
   * submitted, and the task returns to its place in the queue, without counting an attempt.
   */
  | { readonly kind: 'unready' }
  /** The worker is stopping, or has lost the lease: the only write allowed is handing the task back. */
  | { readonly kind: 'stopped' }

/** The outcomes of these kinds. */
export type Outcome<Kind extends AttemptOutcome['kind']> = Extract<AttemptOutcome, { kind: Kind }>

export const stopped: Outcome<'stopped'> = { kind: 'stopped' }

/** Every engine that could have the task is paused, or its product: it waits in the queue, and no attempt is counted. */
export const paused: Outcome<'full'> = { kind: 'full', waitMs: 0, reportedByEngine: false }

export const tookTooLong: Outcome<'again'> = { kind: 'again', reason: 'attempt took too long' }

export function failed(code: TaskFailure['code'], message: string): Outcome<'failed'> {
  return { kind: 'failed', failure: { code, message } }
}
