import { reserveStart } from '../database/provider-capacity.js'
import type { Provider, StartAnswer } from '../ports/provider.js'
import { failed, type Handover, noteSubmission, type SubmissionOutcome } from './handover.js'
import type { RunDependencies } from './run-dependencies.js'

export type StartOutcome =
  | SubmissionOutcome
  /** This start reached nobody; what an earlier one came to is not undone by that. */
  | { readonly kind: 'unavailable' }
  /** It may have reached the engine. */
  | { readonly kind: 'ambiguous' }

/**
 * One start at one engine, with the intent committed before it and the job id right after it. The intent
 * stays noted where the start found nobody; the caller knows whether an earlier one may have come through.
 */
export async function startJob(
  deps: RunDependencies,
  handover: Handover,
  provider: Provider,
): Promise<StartOutcome> {
  const { task, job } = handover
  const reserved = await reserveStart(deps.database, task, provider)
  if (reserved.kind === 'lost') return { kind: 'stopped' }
  if (reserved.kind === 'full') return { kind: 'full', waitMs: reserved.waitMs, isSaidByEngine: false }
  const startedAtMs = Date.now()
  const answer = await provider.start(job, withinJobTime(provider, handover.signal))
  deps.onStarted?.({ provider: provider.name, product: task.type, answer: answer.kind })
  switch (answer.kind) {
    case 'started': {
      // Noted before anything else is done: a fault in between would leave the job unclaimed.
      const isOurs = await noteSubmission(deps, task, {
        kind: 'started',
        provider: provider.name,
        job: answer.job,
      })
      await deps.breaker.succeeded(provider.name)
      return isOurs ? { kind: 'started', provider, job: answer.job } : { kind: 'stopped' }
    }
    case 'succeeded':
      await deps.breaker.succeeded(provider.name)
      deps.logger.debug(
        { taskId: task.id, provider: provider.name, ms: Date.now() - startedAtMs },
        'engine done',
      )
      return { kind: 'finished', provider, outputs: answer.outputs }
    case 'failed':
      await deps.breaker.succeeded(provider.name)
      return failed('GENERATION_FAILED', answer.message)
    case 'rejected':
      return failed('INVALID_INPUT', answer.message)
    case 'unavailable':
    case 'ambiguous':
      return afterNoStart(deps, handover, provider, answer)
  }
}

async function afterNoStart(
  deps: RunDependencies,
  { task }: Handover,
  provider: Provider,
  answer: Extract<StartAnswer, { kind: 'unavailable' | 'ambiguous' }>,
): Promise<StartOutcome> {
  deps.logger.warn(
    { taskId: task.id, provider: provider.name, answer: answer.kind, reason: answer.message },
    'provider did not take the task',
  )
  // An engine that is busy is not down: taking it out of service would refuse work that it takes in a moment.
  if (answer.kind === 'unavailable' && answer.retryAfterMs !== undefined)
    return { kind: 'full', waitMs: answer.retryAfterMs, isSaidByEngine: true }
  await deps.breaker.failed(provider.name)
  return { kind: answer.kind }
}

/**
 * Ends a call to an engine with the attempt, and with the longest time that the engine is given for a job.
 */
export function withinJobTime(provider: Provider, signal: AbortSignal): AbortSignal {
  const { jobMsMax } = provider.limits ?? {}
  return jobMsMax === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(jobMsMax)])
}
