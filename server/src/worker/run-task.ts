import type { Task } from '../core/domain/tasks/task.ts'
import { abandonWhenHung } from './abandon-when-hung.ts'
import { type AttemptTime, inheritedCall, type StepAside, type TaskSignals } from './attempt.ts'
import { startAttemptClock } from './attempt-clock.ts'
import { attemptMsMax } from './attempt-deadlines.ts'
import { type Ending, stopped, tookTooLong } from './attempt-outcome.ts'
import { takeSteps } from './attempt-steps.ts'
import { stopJobOfEnded } from './job-without-result.ts'
import { makeJob } from './make-job.ts'
import { recordRun, recordStep } from './record-span.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { settleAttempt } from './settle-attempt.ts'

/**
 * Runs one attempt of a claimed task from where the previous attempt left off, and settles it. Returns when
 * the task is settled, handed back, or no longer ours; after `stopping` it waits neither for an engine's capacity
 * nor for a job that continues without this worker. Throws only when the database stays unavailable; the
 * lease then expires and another worker takes over.
 */
export async function runTask(
  deps: RunDependencies,
  task: Task,
  leaseLost: AbortSignal,
  stopping: AbortSignal = new AbortController().signal,
  aside: StepAside = (_signal, work) => work(),
): Promise<void> {
  const signals = { leaseLost, stopping }
  await recordRun(deps.tracer, task, async (span) => {
    let outcome = await runAttempt(deps, task, signals, aside)
    // At most once: the second time there is no job of an earlier worker to lose.
    while (outcome.kind === 'restart')
      outcome = await runAttempt(deps, { ...task, submission: { kind: 'none' } }, signals, aside)
    span?.set({ 'mediagen.outcome': outcome.kind })
    if (outcome.kind === 'failed') span?.fail(outcome.failure.code)
    const ending = outcome
    await recordStep(deps.tracer, 'settle', () => settleAttempt(deps, task, ending))
    if (ending.kind === 'stopped' && leaseLost.aborted) await stopJobOfEnded(deps, task)
  })
}

async function runAttempt(
  deps: RunDependencies,
  task: Task,
  { leaseLost, stopping }: TaskSignals,
  aside: StepAside,
): Promise<Ending> {
  const begin = (): AttemptTime => {
    const clock = startAttemptClock(attemptMsMax(deps, task))
    return { clock, ended: AbortSignal.any([leaseLost, clock.deadline]) }
  }
  const first = begin()
  let current = first
  const { clock, ended } = first
  const attempt = {
    task,
    job: makeJob(deps, task, ended),
    signals: { leaseLost, stopping, deadline: clock.deadline, ended },
    clock,
    aside,
    submissions: { rounds: 0, waitedMs: 0, ambiguousStarts: 0, passedOver: [], call: inheritedCall(task) },
  }
  const takeAll = (watch: (signal: AbortSignal) => void) =>
    takeSteps(deps, {
      ...attempt,
      outlast() {
        current.clock.stop()
        current = begin()
        watch(current.ended)
        return current
      },
    })
  try {
    return await abandonWhenHung(takeAll, ended, deps.settings.hungMsMax)
  } catch (error) {
    if (current.ended.aborted) return leaseLost.aborted ? stopped : tookTooLong
    deps.logger.error({ taskId: task.id, err: error }, 'attempt broke')
    return { kind: 'again', reason: 'unexpected error' }
  } finally {
    current.clock.stop()
  }
}
