import { requeueTask } from '../database/task-leases.js'
import { setSubmission } from '../database/tasks.js'
import type { ProviderJob } from '../domain/generation/provider-job.js'
import type { Submission, Task } from '../domain/task.js'
import type { StoredMedia, TaskFailure } from '../domain/task-states.js'
import type { Outputs, Provider } from '../ports/provider.js'
import { attemptMsMax, costOf, hasWaitedTooLong } from './attempt-limits.js'
import { awaitResult } from './await-result.js'
import { confirmSubmission } from './confirm-submission.js'
import { jobOf } from './generation-job.js'
import type { Full } from './handover.js'
import { leaveWhenHung } from './leave-when-hung.js'
import { attemptsExhausted, type RunDependencies } from './run-dependencies.js'
import { withinJobTime } from './start-job.js'
import { deleteResults, storeResults } from './store-results.js'
import { submitTask } from './submit-task.js'

/**
 * How an attempt ended. Everything that an attempt decides is one of these; settling happens in one place
 * below.
 */
export type AttemptOutcome =
  | { readonly kind: 'succeeded'; readonly output: readonly StoredMedia[]; readonly provider: Provider }
  | { readonly kind: 'failed'; readonly failure: TaskFailure }
  /** Worth another attempt: the engine lost the job or took too long, and repeating is safe. */
  | { readonly kind: 'again'; readonly reason: string }
  /** No engine has room: back to its place in the queue, without counting an attempt. */
  | Full
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
      if (outcome.isSaidByEngine && (await hasWaitedTooLong(deps, task)))
        return settleFailure(deps, task, enginesBusy)
      await deps.database.transaction((tx) => requeueTask(tx, task, { countAttempt: false }))
      return
    case 'stopped':
      await deps.database.transaction((tx) => requeueTask(tx, task, { countAttempt: false }))
  }
}

async function runAttempt(deps: RunDependencies, task: Task, signal: AbortSignal): Promise<AttemptOutcome> {
  // Not AbortSignal.timeout: its timer would hold on to all of an attempt for a quarter of an hour after its
  // end.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), attemptMsMax(deps, task))
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
  const submission = await submitTask(deps, { task, job: jobOf(deps, task, either), signal: either })
  // Past the deadline nothing more is submitted; unlike a stop, that counts as an attempt, or it would never
  // end.
  if (submission.kind === 'stopped' && !signal.aborted && deadline.aborted) return tookTooLong
  if (submission.kind === 'finished')
    return store(deps, { task, provider: submission.provider, outputs: submission.outputs }, either)
  if (submission.kind !== 'started') return submission
  const { provider, job } = submission
  const result = await awaitResult(deps, provider, job, withinJobTime(provider, either))
  if (result.kind === 'media') return store(deps, { task, provider, outputs: result.outputs }, either)
  if (result.kind === 'lost') return afterLoss(deps, task, provider, signal)
  if (result.kind === 'expired')
    return signal.aborted ? { kind: 'stopped' } : afterDeadline(deps, task, submission, signal)
  return result
}

/**
 * A job that the engine no longer knows is started anew where that cannot cost twice: where starting is
 * idempotent, or the engine proves that it has no such job. Otherwise it is over. One that an earlier worker
 * started is lost with that worker and not by this attempt, which therefore goes on with it.
 */
async function afterLoss(
  deps: RunDependencies,
  task: Task,
  provider: Provider,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  if (provider.submission === 'once') return lostByEngine
  if (provider.submission === 'findable') {
    const again = await findAgain(deps, task, provider, signal)
    if (again !== 'absent') return again
  }
  const outcome = await startAnew(deps, task, provider, { kind: 'again', reason: 'engine lost the job' })
  const isInherited = task.submission.kind === 'started'
  return outcome.kind === 'again' && isInherited
    ? runAttempt(deps, { ...task, submission: { kind: 'none' } }, signal)
    : outcome
}

async function store(
  deps: RunDependencies,
  made: { readonly task: Task; readonly provider: Provider; readonly outputs: Outputs },
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const stored = await storeResults(deps, made, signal)
  return stored.kind === 'failed' ? stored : { ...stored, provider: made.provider }
}

/** Looks for a job that a poll did not find; what is found is awaited by the next attempt. */
async function findAgain(
  deps: RunDependencies,
  task: Task,
  provider: Provider,
  signal: AbortSignal,
): Promise<AttemptOutcome | 'absent'> {
  const handover = { task, job: jobOf(deps, task, signal), signal }
  const found = await confirmSubmission(deps, handover, provider)
  if (found === 'absent') return 'absent'
  if (found.kind === 'started') return { kind: 'again', reason: 'engine had mislaid the job' }
  return found.kind === 'stopped' ? found : lostByEngine
}

/**
 * Past its deadline a job is stopped, and started anew only where the engine can be asked again without
 * paying twice. One that has just finished is taken after all. A job of a worker that stops or has lost its
 * lease is left alone instead, for its successor goes on with it.
 */
async function afterDeadline(
  deps: RunDependencies,
  task: Task,
  { provider, job }: { readonly provider: Provider; readonly job: ProviderJob },
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(cancelMsMax)])
  const cancelled = await provider.cancel?.(job, soon).catch((error: unknown) => {
    deps.logger.warn({ taskId: task.id, provider: provider.name, err: error }, 'job could not be stopped')
  })
  if (cancelled === 'finished') {
    const result = await provider.poll(job, { waitMsMax: 0, signal: soon })
    if (result.kind === 'succeeded') return store(deps, { task, provider, outputs: result.outputs }, signal)
  }
  if (provider.submission === 'idempotent') return startAnew(deps, task, provider, tookTooLong)
  return {
    kind: 'failed',
    failure: { code: 'WORKER_TIMEOUT', message: 'The generation engine did not finish in time.' },
  }
}

/** Forgets the job, so that the next attempt submits the task again instead of asking for what is no more. */
async function startAnew(
  deps: RunDependencies,
  task: Task,
  provider: Provider,
  again: AttemptOutcome,
): Promise<AttemptOutcome> {
  // An engine that is asked again stays the one: the same start at another one would be a second job.
  const submission: Submission =
    provider.submission === 'idempotent' ? { kind: 'intended', provider: provider.name } : { kind: 'none' }
  const ours = await deps.database.transaction((tx) => setSubmission(tx, task, submission))
  return ours ? again : { kind: 'stopped' }
}

const failureMessageCharactersMax = 2_000

/** How long an engine is given to stop a job. */
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

async function settleSuccess(
  deps: RunDependencies,
  task: Task,
  { output, provider }: Extract<AttemptOutcome, { kind: 'succeeded' }>,
): Promise<void> {
  const settled = await deps.settleWriter.write({ task, move: 'succeed', output })
  if (settled) {
    deps.onSettled(task, 'SUCCEEDED')
    deps.onDelivered?.({
      provider: provider.name,
      product: task.type,
      costUsd: costOf(provider, task),
      priceUsd: Number(task.cost.toString()),
    })
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
