import type { Submission, Task } from '../core/domain/tasks/task.ts'
import { taskMoves } from '../core/domain/tasks/task-states.ts'
import type { CancelResponse, Provider, ProviderJob } from '../core/ports/provider.ts'
import { listTasksById } from '../database/tasks/tasks.ts'
import { type Attempt, saveAfterCall } from './attempt.ts'
import { failed, type Outcome, stopped, tookTooLong } from './attempt-outcome.ts'
import { confirmSubmission } from './confirm-submission.ts'
import { makeJob } from './make-job.ts'
import { recordEngineStep } from './record-span.ts'
import type { RunDependencies } from './run-dependencies.ts'

/** Time limit for stopping a job. */
const cancelMsMax = 10_000

/**
 * A job that the engine no longer knows is started again if that cannot cost twice: starting is idempotent,
 * or the engine proves that it has no such job. Otherwise the task fails. If an earlier worker started the
 * job, it was lost with that worker and not by this attempt, which therefore continues.
 */
export async function recoverLostJob(
  deps: RunDependencies,
  attempt: Attempt,
  { provider }: Outcome<'lost'>,
): Promise<Outcome<'restart' | 'again' | 'failed' | 'stopped'>> {
  if (provider.submission === 'once') return lostByEngine
  if (provider.submission === 'findable') {
    const found = await findAgain(deps, attempt, provider)
    if (found.kind !== 'absent') return found
  }
  const isInherited = attempt.task.submission.kind === 'started'
  if (!(await forgetJob(deps, attempt, provider, 'lost'))) return stopped
  return isInherited ? { kind: 'restart' } : { kind: 'again', reason: 'engine lost the job' }
}

/** Searches for a job that a poll did not find; the next attempt awaits it if it is found. */
async function findAgain(
  deps: RunDependencies,
  attempt: Attempt,
  provider: Provider,
): Promise<Outcome<'absent' | 'again' | 'failed' | 'stopped'>> {
  // Only the loss of the lease ends the search: a deadline says nothing about a job that may have been paid for.
  const { leaseLost } = attempt.signals
  const search = {
    ...attempt,
    job: makeJob(deps, attempt.task, leaseLost),
    signals: { ...attempt.signals, ended: leaseLost },
  }
  const found = await confirmSubmission(deps, search, { kind: 'ambiguous', provider })
  switch (found.kind) {
    case 'started':
      return { kind: 'again', reason: 'engine found the job again' }
    case 'absent':
    case 'again':
    case 'stopped':
      return found
    default:
      return lostByEngine
  }
}

/**
 * Past its deadline a job is stopped, and started again only if that cannot cost twice. One that has just
 * finished is accepted after all.
 */
export async function stopOverdueJob(
  deps: RunDependencies,
  attempt: Attempt,
  { started }: Outcome<'overdue'>,
): Promise<Outcome<'finished' | 'again' | 'failed' | 'stopped'>> {
  const { task, signals } = attempt
  const { provider, job, startedAtMs } = started
  const soon = AbortSignal.any([signals.leaseLost, AbortSignal.timeout(cancelMsMax)])
  const cancelled = await cancelJob(deps, { task, provider, job, signal: soon })
  if (cancelled === 'finished') {
    const result = await provider.poll(job, { waitMsMax: 0, signal: soon })
    if (result.kind === 'succeeded')
      return { kind: 'finished', provider, outputs: result.outputs, startedAtMs }
  }
  if (provider.submission === 'idempotent')
    return (await forgetJob(deps, attempt, provider, 'overdue')) ? tookTooLong : stopped
  return failed('WORKER_TIMEOUT', 'The generation engine did not finish in time.')
}

/** Stops the job of a task that an operator ended while this worker had it; any other goes on with the task's next worker. */
export async function stopJobOfEnded(deps: RunDependencies, { id }: Pick<Task, 'id'>): Promise<void> {
  const [task] = await deps.database.read((db) => listTasksById(db, [id]))
  if (task?.status !== taskMoves.fail.to || task.submission.kind !== 'started') return
  const { provider: name, job } = task.submission
  const provider = deps.providers.find(name)
  if (provider !== undefined)
    await cancelJob(deps, { task, provider, job, signal: AbortSignal.timeout(cancelMsMax) })
}

/** What became of it; undefined if the engine cannot stop jobs, or did not say. */
async function cancelJob(
  deps: RunDependencies,
  {
    task,
    provider,
    job,
    signal,
  }: {
    readonly task: Pick<Task, 'id'>
    readonly provider: Provider
    readonly job: ProviderJob
    readonly signal: AbortSignal
  },
): Promise<CancelResponse | undefined> {
  try {
    return await recordEngineStep(deps.tracer, 'engine cancel', provider, async () =>
      provider.cancel?.(job, signal),
    )
  } catch (error) {
    deps.logger.warn({ taskId: task.id, provider: provider.name, err: error }, 'job could not be stopped')
    return undefined
  }
}

/**
 * Forgets the job, so that the next attempt submits the task again instead of polling a job that is gone.
 * False if another worker has the task by now.
 */
function forgetJob(
  deps: RunDependencies,
  attempt: Attempt,
  provider: Provider,
  outcome: 'lost' | 'overdue',
): Promise<boolean> {
  // An engine that may be started again stays the task's engine: the same start at another one would be a
  // second job.
  const submission: Submission =
    provider.submission === 'idempotent' ? { kind: 'intended', provider: provider.name } : { kind: 'none' }
  return saveAfterCall(deps, attempt, submission, outcome)
}

const lostByEngine = failed('GENERATION_FAILED', 'The generation engine lost the job.')
