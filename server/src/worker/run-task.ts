import type { ProviderJob } from '../core/domain/generation/provider-job.ts'
import type { Submission, Task } from '../core/domain/task.ts'
import type { StoredMedia, TaskFailure } from '../core/domain/task-states.ts'
import type { Outputs, Provider } from '../core/ports/provider.ts'
import { requeueTask } from '../database/task-leases.ts'
import { setSubmission } from '../database/tasks.ts'
import { abandonWhenHung } from './abandon-when-hung.ts'
import { attemptMsMax, fetchMsMin, hasWaitedTooLong, jobMsMaxOf } from './attempt-limits.ts'
import { awaitResult } from './await-result.ts'
import { confirmSubmission } from './confirm-submission.ts'
import { makeJob } from './make-job.ts'
import { storeResults } from './results/store-results.ts'
import { attemptsExhausted, type RunDependencies } from './run-dependencies.ts'
import { settleFailure, settleSuccess } from './settle-attempt.ts'
import type { Full } from './submission-context.ts'
import { submitTask } from './submit-task.ts'
import { withinTime } from './within-time.ts'

/**
 * How an attempt ended. Every decision of an attempt is one of these; settling happens in one place below.
 */
export type AttemptOutcome =
  | { readonly kind: 'succeeded'; readonly output: readonly StoredMedia[]; readonly provider: Provider }
  | { readonly kind: 'failed'; readonly failure: TaskFailure }
  /** Worth another attempt: the engine lost the job or took too long, and repeating is safe. */
  | { readonly kind: 'again'; readonly reason: string }
  /** No engine has capacity: the task returns to its place in the queue, without counting an attempt. */
  | Full
  /** The worker is stopping, or has lost the lease: the only write allowed is handing the task back. */
  | { readonly kind: 'stopped' }

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
): Promise<void> {
  const outcome = await runAttempt(deps, task, { leaseLost, stopping })
  switch (outcome.kind) {
    case 'succeeded':
      return settleSuccess(deps, task, outcome)
    case 'failed':
      return settleFailure(deps, task, outcome.failure)
    case 'again':
      if (task.attempt >= deps.settings.attemptsMax)
        return settleFailure(deps, task, attemptsExhausted(task.attempt))
      deps.logger.warn(
        { taskId: task.id, attempt: task.attempt, reason: outcome.reason },
        'attempt to be repeated',
      )
      await deps.database.transaction((tx) => requeueTask(tx, task, { countAttempt: true }))
      return
    case 'full':
      if (outcome.reportedByEngine && (await hasWaitedTooLong(deps, task)))
        return settleFailure(deps, task, enginesBusy)
      await deps.database.transaction((tx) => requeueTask(tx, task, { countAttempt: false }))
      return
    case 'stopped':
      await deps.database.transaction((tx) => requeueTask(tx, task, { countAttempt: false }))
  }
}

async function runAttempt(
  deps: RunDependencies,
  task: Task,
  { leaseLost, stopping }: Pick<Signals, 'leaseLost' | 'stopping'>,
): Promise<AttemptOutcome> {
  // Not AbortSignal.timeout: its timer would keep an attempt's objects alive for a quarter of an hour after
  // its end.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), attemptMsMax(deps, task))
  const signals = { leaseLost, stopping, deadline: deadline.signal }
  const ended = AbortSignal.any([leaseLost, deadline.signal])
  try {
    return await abandonWhenHung(generate(deps, task, signals), ended, deps.settings.hungMsMax)
  } catch (error) {
    if (ended.aborted) return leaseLost.aborted ? { kind: 'stopped' } : tookTooLong
    deps.logger.error({ taskId: task.id, err: error }, 'attempt broke')
    return { kind: 'again', reason: 'unexpected error' }
  } finally {
    clearTimeout(timer)
  }
}

/** What may end an attempt. */
interface Signals {
  /** Another worker may take the task: the lease is lost, or the drain of a stopping worker is over. */
  readonly leaseLost: AbortSignal
  /** The worker is stopping: nothing begins, and what would otherwise be lost is finished. */
  readonly stopping: AbortSignal
  /** The attempt has used up its time. */
  readonly deadline: AbortSignal
}

async function generate(deps: RunDependencies, task: Task, signals: Signals): Promise<AttemptOutcome> {
  const { leaseLost, stopping, deadline } = signals
  const ended = AbortSignal.any([leaseLost, deadline])
  const submission = await submitTask(deps, {
    task,
    job: makeJob(deps, task, ended),
    signal: ended,
    stopping,
  })
  // Past the deadline nothing more is submitted. Unlike a stop, that counts as an attempt, or the task would
  // never end.
  if (submission.kind === 'stopped' && !leaseLost.aborted && !stopping.aborted && deadline.aborted)
    return tookTooLong
  if (submission.kind !== 'finished' && submission.kind !== 'started') return submission
  const { provider, startedAtMs } = submission
  const leftMs = (): number => jobMsMaxOf(provider, deps.settings) - (Date.now() - startedAtMs)
  const storeMade = (outputs: Outputs): Promise<AttemptOutcome> =>
    store(deps, { task, provider, outputs, fetchMsMax: Math.max(fetchMsMin, leftMs()) }, ended)
  if (submission.kind === 'finished') return storeMade(submission.outputs)
  const { job } = submission
  const untilLeft = provider.jobsEndWithWorker ? ended : AbortSignal.any([ended, stopping])
  const result = await withinTime(leftMs(), untilLeft, (within) => awaitResult(deps, provider, job, within))
  if (result.kind === 'media') return storeMade(result.outputs)
  if (result.kind === 'lost') return afterLoss(deps, task, provider, signals)
  if (result.kind !== 'expired') return result
  return leaseLost.aborted || (untilLeft.aborted && !deadline.aborted)
    ? { kind: 'stopped' }
    : afterDeadline(deps, task, submission, leaseLost)
}

/**
 * A job that the engine no longer knows is started again if that cannot cost twice: starting is idempotent,
 * or the engine proves that it has no such job. Otherwise the task fails. If an earlier worker started the
 * job, it was lost with that worker and not by this attempt, which therefore continues.
 */
async function afterLoss(
  deps: RunDependencies,
  task: Task,
  provider: Provider,
  { leaseLost, stopping }: Signals,
): Promise<AttemptOutcome> {
  if (provider.submission === 'once') return lostByEngine
  if (provider.submission === 'findable') {
    const again = await findAgain(deps, task, provider, { leaseLost, stopping })
    if (again !== 'absent') return again
  }
  const outcome = await startAgain(deps, task, provider, { kind: 'again', reason: 'engine lost the job' })
  const isInherited = task.submission.kind === 'started'
  return outcome.kind === 'again' && isInherited
    ? runAttempt(deps, { ...task, submission: { kind: 'none' } }, { leaseLost, stopping })
    : outcome
}

async function store(
  deps: RunDependencies,
  made: {
    readonly task: Task
    readonly provider: Provider
    readonly outputs: Outputs
    readonly fetchMsMax: number
  },
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const stored = await storeResults(deps, made, signal)
  return stored.kind === 'failed' ? stored : { ...stored, provider: made.provider }
}

/** Searches for a job that a poll did not find; the next attempt awaits it if it is found. */
async function findAgain(
  deps: RunDependencies,
  task: Task,
  provider: Provider,
  { leaseLost, stopping }: Pick<Signals, 'leaseLost' | 'stopping'>,
): Promise<AttemptOutcome | 'absent'> {
  const context = { task, job: makeJob(deps, task, leaseLost), signal: leaseLost, stopping }
  const found = await confirmSubmission(deps, context, provider)
  if (found === 'absent') return 'absent'
  if (found.kind === 'started') return { kind: 'again', reason: 'engine found the job again' }
  return found.kind === 'stopped' ? found : lostByEngine
}

/**
 * Past its deadline a job is stopped, and started again only if that cannot cost twice. One that has just
 * finished is accepted after all. A worker that is stopping or has lost its lease leaves the job alone,
 * because its successor continues with it.
 */
async function afterDeadline(
  deps: RunDependencies,
  task: Task,
  { provider, job }: { readonly provider: Provider; readonly job: ProviderJob },
  leaseLost: AbortSignal,
): Promise<AttemptOutcome> {
  const soon = AbortSignal.any([leaseLost, AbortSignal.timeout(cancelMsMax)])
  const cancelled = await provider.cancel?.(job, soon).catch((error: unknown) => {
    deps.logger.warn({ taskId: task.id, provider: provider.name, err: error }, 'job could not be stopped')
  })
  if (cancelled === 'finished') {
    const result = await provider.poll(job, { waitMsMax: 0, signal: soon })
    if (result.kind === 'succeeded')
      return store(deps, { task, provider, outputs: result.outputs, fetchMsMax: fetchMsMin }, leaseLost)
  }
  if (provider.submission === 'idempotent') return startAgain(deps, task, provider, tookTooLong)
  return {
    kind: 'failed',
    failure: { code: 'WORKER_TIMEOUT', message: 'The generation engine did not finish in time.' },
  }
}

/** Forgets the job, so that the next attempt submits the task again instead of polling a job that is gone. */
async function startAgain(
  deps: RunDependencies,
  task: Task,
  provider: Provider,
  again: AttemptOutcome,
): Promise<AttemptOutcome> {
  // An engine that may be started again stays the task's engine: the same start at another one would be a
  // second job.
  const submission: Submission =
    provider.submission === 'idempotent' ? { kind: 'intended', provider: provider.name } : { kind: 'none' }
  const ours = await deps.database.transaction((tx) => setSubmission(tx, task, submission))
  return ours ? again : { kind: 'stopped' }
}

/** Time limit for stopping a job. */
const cancelMsMax = 10_000

const tookTooLong: AttemptOutcome = { kind: 'again', reason: 'attempt took too long' }

const lostByEngine: AttemptOutcome = {
  kind: 'failed',
  failure: { code: 'GENERATION_FAILED', message: 'The generation engine lost the job.' },
}

const enginesBusy: TaskFailure = {
  code: 'PROVIDER_UNAVAILABLE',
  message: 'The generation engine was too busy to take the task.',
}
