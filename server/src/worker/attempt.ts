import type { Submission, Task } from '../core/domain/task.ts'
import type { GenerationJob } from '../core/ports/generation-job.ts'
import { setSubmission } from '../database/tasks.ts'
import { type Outcome, stopped, tookTooLong } from './attempt-outcome.ts'
import type { RunDependencies } from './run-dependencies.ts'

/** What may end an attempt from outside. */
export interface TaskSignals {
  /** Another worker may take the task: the lease is lost, or the drain of a stopping worker is over. */
  readonly leaseLost: AbortSignal
  /** The worker is stopping: nothing begins, and what would otherwise be lost is finished. */
  readonly stopping: AbortSignal
}

export interface AttemptSignals extends TaskSignals {
  /** The attempt has used up its time. */
  readonly deadline: AbortSignal
  /** `leaseLost` or `deadline`: the attempt calls no engine any more. */
  readonly ended: AbortSignal
}

/** What every step of an attempt knows. */
export interface Attempt {
  readonly task: Task
  readonly job: GenerationJob
  readonly signals: AttemptSignals
  readonly submissions: Submissions
}

/** How far an attempt has come in submitting its task; an ambiguous start interrupts it. */
export interface Submissions {
  /** Rounds over all engines in which none could be reached. */
  rounds: number
  /** How long it has waited for full engines. */
  waitedMs: number
  ambiguousStarts: number
}

/** The outcome of an attempt that a signal has ended before it had a job. */
export function interrupted({ leaseLost, stopping, deadline }: AttemptSignals): Outcome<'stopped' | 'again'> {
  // Past the deadline nothing more is submitted. Unlike a stop, that counts as an attempt, or the task would
  // never end.
  return deadline.aborted && !leaseLost.aborted && !stopping.aborted ? tookTooLong : stopped
}

/** False if another worker holds the task by now. */
export function saveSubmission(deps: RunDependencies, task: Task, submission: Submission): Promise<boolean> {
  return deps.database.transaction((tx) => setSubmission(tx, task, submission))
}
