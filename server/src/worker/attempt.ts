import type { Submission, Task } from '../core/domain/tasks/task.ts'
import type { EngineCallOutcome } from '../database/tables.ts'
import { type EndedEngineCall, insertEngineCall, newEngineCallId } from '../database/tasks/engine-calls.ts'
import { setSubmission } from '../database/tasks/tasks.ts'
import type { AttemptClock } from './attempt-clock.ts'
import { type Outcome, stopped, tookTooLong } from './attempt-outcome.ts'
import type { AttemptJob } from './make-job.ts'
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

/**
 * Runs work that waits for something other than an engine without the task's slot, and waits for a slot after it. As
 * many tasks as there are slots may be aside; the work of further ones keeps its slot. Throws the signal's reason if
 * it aborts while a slot is waited for.
 */
export type StepAside = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/** What every step of an attempt knows. */
export interface Attempt {
  readonly task: Task
  readonly job: AttemptJob
  readonly signals: AttemptSignals
  readonly clock: AttemptClock
  readonly aside: StepAside
  readonly submissions: Submissions
  /**
   * For a step with what has been paid for: the attempt's deadline no longer ends it, nor counts as hanging, but a
   * deadline of the step's own, after as long again.
   */
  outlast(): AttemptTime
}

export interface AttemptTime {
  readonly clock: AttemptClock
  /** The lease is lost, or the clock's time is over. */
  readonly ended: AbortSignal
}

/** How far an attempt has come in submitting its task; an ambiguous start interrupts it. */
export interface Submissions {
  /** Rounds over all engines in which none could be reached. */
  rounds: number
  /** How long it has waited for full engines. */
  waitedMs: number
  ambiguousStarts: number
  /** The engines that are down, and whose turn it would have been before those that are tried. */
  passedOver: readonly string[]
  /** The call of an engine that has not delivered yet, by this attempt or one before it. */
  call: OpenCall | undefined
}

/** What is known of a call so far; an outcome, once it has ended without a job. */
interface OpenCall {
  readonly provider: string
  readonly startedAtMs: number
  /** When its answer came, by the clock of the start. */
  readonly endedAtMs?: number
  readonly outcome?: EngineCallOutcome
  readonly reason?: string
}

/** The call that an earlier attempt has left. */
export function inheritedCall({ submission, engineCalledAtMs }: Task): OpenCall | undefined {
  if (submission.kind === 'none' || engineCalledAtMs === undefined) return undefined
  return { provider: submission.provider, startedAtMs: engineCalledAtMs }
}

/** The call as it ends now, to be recorded; undefined if no engine was called since the last record. */
export function endedCall(
  { task, submissions: { call } }: Attempt,
  outcome: EngineCallOutcome = 'ambiguous',
): EndedEngineCall | undefined {
  if (call === undefined) return undefined
  const { provider, startedAtMs, endedAtMs, reason } = call
  return {
    id: newEngineCallId(),
    taskId: task.id,
    attempt: task.attempt,
    provider,
    startedAtMs,
    endedAtMs,
    outcome: call.outcome ?? outcome,
    reason,
  }
}

/** The outcome of an attempt that a signal has ended before it had a job. */
export function interrupted({ leaseLost, stopping, deadline }: AttemptSignals): Outcome<'stopped' | 'again'> {
  // Past the deadline nothing more is submitted. Unlike a stop, that counts as an attempt, or the task would
  // never end.
  return deadline.aborted && !leaseLost.aborted && !stopping.aborted ? tookTooLong : stopped
}

/** False if another worker has the task by now. */
export function saveSubmission(deps: RunDependencies, task: Task, submission: Submission): Promise<boolean> {
  return deps.database.transaction((tx) => setSubmission(tx, task, submission))
}

/**
 * Saves what follows a call that ended without a result, and the call with it. False if another worker holds the
 * task by now.
 */
export async function saveAfterCall(
  deps: RunDependencies,
  attempt: Attempt,
  submission: Submission,
  outcome?: EngineCallOutcome,
): Promise<boolean> {
  const call = endedCall(attempt, outcome)
  const isOurs = await deps.database.transaction(async (tx) => {
    const isOurs = await setSubmission(tx, attempt.task, submission, { isCall: false })
    if (isOurs && call !== undefined) await insertEngineCall(tx, call)
    return isOurs
  })
  attempt.submissions.call = undefined
  return isOurs
}
