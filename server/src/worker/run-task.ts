import { requeueTask } from '../database/task-leases.js'
import { setSubmission } from '../database/tasks.js'
import type { ProviderJob } from '../domain/generation/provider-job.js'
import type { Submission, Task } from '../domain/task.js'
import type { StoredMedia, TaskFailure } from '../domain/task-states.js'
import type { Provider } from '../ports/provider.js'
import { awaitResult } from './await-result.js'
import { jobOf } from './generation-job.js'
import { leaveWhenHung } from './leave-when-hung.js'
import { attemptsExhausted, type RunDependencies } from './run-dependencies.js'
import { deleteResults, storeResults } from './store-results.js'
import { submitTask } from './submit-task.js'

/**
 * How an attempt ended. Everything that an attempt decides is one of these; settling happens in one place
 * below.
 */
export type AttemptOutcome =
  | { readonly kind: 'succeeded'; readonly output: readonly StoredMedia[] }
  | { readonly kind: 'failed'; readonly failure: TaskFailure }
  /** Worth another attempt: the engine lost the job or took too long, and repeating is safe. */
  | { readonly kind: 'again'; readonly reason: string }
  /** The worker is stopping, or has lost the lease: nothing may be written but handing the task back. */
  | { readonly kind: 'stopped' }

/**
 * Runs one attempt of a claimed task from wherever the attempt before left it, and settles it. Returns when
 * the task is settled, handed back, or no longer ours. Throws only when the database stays away; the lease
 * then lapses and another worker takes over.
 */
export async function runTask(deps: RunDependencies, task: Task, signal: AbortSignal): Promise<void> {
  const outcome = await runAttempt(deps, task, signal)
  switch (outcome.kind) {
    case 'succeeded':
      return settleSuccess(deps, task, outcome.output)
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
    case 'stopped':
      await deps.database.transaction((tx) => requeueTask(tx, task, { countAttempt: false }))
  }
}

async function runAttempt(deps: RunDependencies, task: Task, signal: AbortSignal): Promise<AttemptOutcome> {
  // Not AbortSignal.timeout: its timer would hold on to all of an attempt for a quarter of an hour after its
  // end.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deps.settings.attemptMsMax)
  const either = AbortSignal.any([signal, deadline.signal])
  try {
    return await leaveWhenHung(generate(deps, task, signal, deadline.signal), either, deps.settings.hungMsMax)
  } catch (error) {
    if (either.aborted) return signal.aborted ? { kind: 'stopped' } : tookTooLong
    deps.logger.error({ taskId: task.id, err: error }, 'attempt broke')
    return { kind: 'again', reason: 'unexpected error' }
  } finally {
    clearTimeout(timer)
  }
}

async function generate(
  deps: RunDependencies,
  task: Task,
  signal: AbortSignal,
  deadline: AbortSignal,
): Promise<AttemptOutcome> {
  const either = AbortSignal.any([signal, deadline])
  const submission = await submitTask(deps, task, jobOf(deps, task, either), either)
  // Past the deadline nothing more is submitted; unlike a stop, that counts as an attempt, or it would never
  // end.
  if (submission.kind === 'stopped' && !signal.aborted && deadline.aborted) return tookTooLong
  if (submission.kind !== 'started') return submission
  const result = await awaitResult(deps, submission.provider, submission.job, either)
  if (result.kind === 'lost') return afterLoss(deps, task, submission.provider, signal)
  if (result.kind === 'expired')
    return signal.aborted ? { kind: 'stopped' } : afterDeadline(deps, task, submission)
  if (result.kind === 'failed') return result
  return { kind: 'succeeded', output: await storeResults(deps, task, result.outputs, either) }
}

/**
 * A job that the engine no longer knows is started anew where that cannot cost twice; otherwise it is over.
 * One that an earlier worker started is lost with that worker and not by this attempt, which therefore goes
 * on with it.
 */
async function afterLoss(
  deps: RunDependencies,
  task: Task,
  provider: Provider,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  if (provider.submission === 'once') {
    return {
      kind: 'failed',
      failure: { code: 'GENERATION_FAILED', message: 'The generation engine lost the job.' },
    }
  }
  const outcome = await startAnew(deps, task, { kind: 'again', reason: 'engine lost the job' })
  const isInherited = task.submission.kind === 'started'
  return outcome.kind === 'again' && isInherited
    ? runAttempt(deps, { ...task, submission: { kind: 'none' } }, signal)
    : outcome
}

/**
 * Past its deadline a job is stopped, and started anew only where the engine can be asked again without
 * paying twice. A job of a worker that stops or has lost its lease is left alone instead, for its successor
 * goes on with it.
 */
async function afterDeadline(
  deps: RunDependencies,
  task: Task,
  { provider, job }: { readonly provider: Provider; readonly job: ProviderJob },
): Promise<AttemptOutcome> {
  await provider.cancel?.(job).catch((error: unknown) => {
    deps.logger.warn({ taskId: task.id, provider: provider.name, err: error }, 'job could not be stopped')
  })
  if (provider.submission === 'idempotent') return startAnew(deps, task, tookTooLong)
  return {
    kind: 'failed',
    failure: { code: 'WORKER_TIMEOUT', message: 'The generation engine did not finish in time.' },
  }
}

/** Forgets the job, so that the next attempt submits the task again instead of asking for what is no more. */
async function startAnew(deps: RunDependencies, task: Task, again: AttemptOutcome): Promise<AttemptOutcome> {
  const none: Submission = { kind: 'none' }
  const ours = await deps.database.transaction((tx) => setSubmission(tx, task, none))
  return ours ? again : { kind: 'stopped' }
}

const failureMessageCharactersMax = 2_000

const tookTooLong: AttemptOutcome = { kind: 'again', reason: 'attempt took too long' }

async function settleSuccess(
  deps: RunDependencies,
  task: Task,
  output: readonly StoredMedia[],
): Promise<void> {
  const settled = await deps.settleWriter.write({ task, move: 'succeed', output })
  if (settled) {
    deps.onSettled(task, 'SUCCEEDED')
    return
  }
  // Another worker holds the task by now. The keys carry the epoch, so these bytes are ours alone.
  deps.logger.warn({ taskId: task.id, epoch: task.epoch }, 'result dropped: the lease was lost')
  await deleteResults(deps, output)
}

async function settleFailure(deps: RunDependencies, task: Task, engineFailure: TaskFailure): Promise<void> {
  // An engine may answer with a whole page; a failure that the database refused would never be settled.
  const start = engineFailure.message.slice(0, 2 * failureMessageCharactersMax)
  const message = [...start].slice(0, failureMessageCharactersMax).join('')
  const failure: TaskFailure = { code: engineFailure.code, message }
  const settled = await deps.settleWriter.write({ task, move: 'fail', failure })
  if (!settled) return
  deps.logger.warn({ taskId: task.id, code: failure.code, reason: failure.message }, 'task failed')
  deps.onSettled(task, failure.code)
}
