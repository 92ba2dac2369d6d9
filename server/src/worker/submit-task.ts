import { setSubmission } from '../database/tasks.js'
import type { ProviderJob } from '../domain/generation/provider-job.js'
import type { Submission, Task } from '../domain/task.js'
import type { TaskFailure } from '../domain/task-states.js'
import type { GenerationJob, Provider } from '../ports/provider.js'
import type { RunDependencies } from './run-dependencies.js'

export type SubmissionOutcome =
  | { readonly kind: 'started'; readonly provider: Provider; readonly job: ProviderJob }
  | { readonly kind: 'failed'; readonly failure: TaskFailure }
  | { readonly kind: 'stopped' }

/**
 * Gets the job to an engine, or finds that it is there already. The intent is committed before the engine is
 * called and the engine's job id after it, so a crash in between is recognised: an engine that takes our id
 * is asked again and no other in its place; one that does not may have the job already and is never asked
 * twice.
 */
export async function submitTask(
  deps: RunDependencies,
  task: Task,
  job: GenerationJob,
  signal: AbortSignal,
): Promise<SubmissionOutcome> {
  const { submission } = task
  if (submission.kind === 'none') return submitAnywhere(deps, task, job, signal)
  const provider = deps.providers.find(submission.provider)
  if (provider === undefined) {
    return failed('NO_PROVIDER_CONFIGURED', 'The engine that had the task is no longer configured.')
  }
  if (submission.kind === 'started') return { kind: 'started', provider, job: submission.job }
  return confirmWith(deps, task, job, provider, signal)
}

/** Tries the providers in their order, those that are up first, for a bounded number of rounds. */
async function submitAnywhere(
  deps: RunDependencies,
  task: Task,
  job: GenerationJob,
  signal: AbortSignal,
): Promise<SubmissionOutcome> {
  const candidates = deps.providers.candidates(task.type, task.tier)
  if (candidates.length === 0) {
    return failed('NO_PROVIDER_CONFIGURED', 'No generation engine is configured for this kind of task.')
  }
  for (let round = 0; round < deps.settings.submitRoundsMax; round += 1) {
    if (round > 0) await deps.sleep(deps.settings.submitPauseMs * 2 ** (round - 1), signal)
    for (const provider of await upFirst(deps, candidates)) {
      if (signal.aborted) return { kind: 'stopped' }
      const outcome = await submitTo(deps, task, job, provider, signal)
      if (outcome === 'unclear') return confirmWith(deps, task, job, provider, signal)
      if (outcome !== 'unreachable') return outcome
      // Certainly nothing was submitted: a crash from here on must not look like an unclear submission.
      if (!(await note(deps, task, { kind: 'none' }))) return { kind: 'stopped' }
    }
  }
  return failed('PROVIDER_UNAVAILABLE', 'The generation engine could not be reached.')
}

/**
 * Asks the one engine that may have the job already, by an id that it knows, until it says so. No other is
 * asked, for both would have to be paid; and twice as often as before a first start, for here there is
 * something to lose.
 */
async function confirmWith(
  deps: RunDependencies,
  task: Task,
  job: GenerationJob,
  provider: Provider,
  signal: AbortSignal,
): Promise<SubmissionOutcome> {
  if (provider.submission === 'once') return unconfirmed
  for (let round = 0; round < 2 * deps.settings.submitRoundsMax; round += 1) {
    if (round > 0) await deps.sleep(deps.settings.submitPauseMs * 2 ** (round - 1), signal)
    if (signal.aborted) return { kind: 'stopped' }
    const outcome = await submitTo(deps, task, job, provider, signal)
    if (outcome !== 'unreachable' && outcome !== 'unclear') return outcome
  }
  return unconfirmed
}

/**
 * `unreachable`: this start reached nobody. `unclear`: it may have. The intent stays noted in both cases, for
 * what an earlier start came to is not undone by a later one that found nobody.
 */
async function submitTo(
  deps: RunDependencies,
  task: Task,
  job: GenerationJob,
  provider: Provider,
  signal: AbortSignal,
): Promise<SubmissionOutcome | 'unreachable' | 'unclear'> {
  if (!(await note(deps, task, { kind: 'intended', provider: provider.name }))) return { kind: 'stopped' }
  const answer = await provider.start(job, signal)
  switch (answer.kind) {
    case 'started': {
      // Noted before anything else is done: a fault in between would leave the job unclaimed.
      const ours = await note(deps, task, { kind: 'started', provider: provider.name, job: answer.job })
      await deps.breaker.succeeded(provider.name)
      return ours ? { kind: 'started', provider, job: answer.job } : { kind: 'stopped' }
    }
    case 'rejected':
      return failed('INVALID_INPUT', answer.message)
    case 'unreachable':
    case 'ambiguous':
      deps.logger.warn(
        { taskId: task.id, provider: provider.name, answer: answer.kind, reason: answer.message },
        'provider did not take the task',
      )
      await deps.breaker.failed(provider.name)
      return answer.kind === 'unreachable' ? 'unreachable' : 'unclear'
  }
}

/** False when another worker holds the task by now. */
function note(deps: RunDependencies, task: Task, submission: Submission): Promise<boolean> {
  return deps.database.transaction((tx) => setSubmission(tx, task, submission))
}

async function upFirst(deps: RunDependencies, candidates: readonly Provider[]): Promise<Provider[]> {
  const marked = await Promise.all(
    candidates.map(async (provider) => ({ provider, down: await deps.breaker.isDown(provider.name) })),
  )
  return [...marked.filter(({ down }) => !down), ...marked.filter(({ down }) => down)].map(
    ({ provider }) => provider,
  )
}

function failed(code: TaskFailure['code'], message: string): SubmissionOutcome {
  return { kind: 'failed', failure: { code, message } }
}

const unconfirmed = failed(
  'PROVIDER_SUBMIT_AMBIGUOUS',
  'The generation could not be confirmed and was not repeated.',
)
