import type { ProviderJob } from '../core/domain/generation/provider-job.ts'
import type { Submission, Task } from '../core/domain/task.ts'
import type { TaskFailure } from '../core/domain/task-states.ts'
import type { GenerationJob } from '../core/ports/generation-job.ts'
import type { Outputs, Provider } from '../core/ports/provider.ts'
import { setSubmission } from '../database/tasks.ts'
import type { RunDependencies } from './run-dependencies.ts'

export type SubmissionOutcome =
  | {
      readonly kind: 'started'
      readonly provider: Provider
      readonly job: ProviderJob
      /** When its time began; of a job that was found again, when it was found. */
      readonly startedAtMs: number
    }
  /** A synchronous engine has answered with the result. */
  | {
      readonly kind: 'finished'
      readonly provider: Provider
      readonly outputs: Outputs
      readonly startedAtMs: number
    }
  | { readonly kind: 'failed'; readonly failure: TaskFailure }
  | Full
  | { readonly kind: 'stopped' }

/** The engines that could take the job are at their limits; the task returns to its place in the queue. */
export interface Full {
  readonly kind: 'full'
  /** How long until there may be capacity. */
  readonly waitMs: number
  /** Whether an engine reported it, as opposed to its limits in the providers file. */
  readonly reportedByEngine: boolean
}

/** What submitting one task needs. */
export interface SubmissionContext {
  readonly task: Task
  readonly job: GenerationJob
  /** Ends the attempt: its lease is lost, or its deadline has passed. */
  readonly signal: AbortSignal
  /** The worker is stopping: an engine that did not take the job is not tried again, nor is another one. */
  readonly stopping: AbortSignal
}

/** False if another worker holds the task by now. */
export function saveSubmission(deps: RunDependencies, task: Task, submission: Submission): Promise<boolean> {
  return deps.database.transaction((tx) => setSubmission(tx, task, submission))
}

export function failed(
  code: TaskFailure['code'],
  message: string,
): { readonly kind: 'failed'; readonly failure: TaskFailure } {
  return { kind: 'failed', failure: { code, message } }
}
