import type { Provider, StartResponse } from '../core/ports/provider.ts'
import { reserveStart } from '../database/providers/capacity.ts'
import { type Attempt, endedCall, saveSubmission } from './attempt.ts'
import { jobMsMaxOf } from './attempt-deadlines.ts'
import { failed, type Outcome, stopped } from './attempt-outcome.ts'
import { afterInputError, prepareInput, takeUpright } from './prepare-input.ts'
import { recordEngineStep } from './record-span.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { withinTime } from './within-time.ts'

/**
 * One start at one engine, with its input ready and the intent committed before it, and the job id right after it. The
 * intent stays committed if the engine did not take the job; the caller knows whether an earlier start may have
 * succeeded.
 */
export async function startJob(
  deps: RunDependencies,
  attempt: Attempt,
  provider: Provider,
): Promise<
  Outcome<
    'started' | 'finished' | 'failed' | 'full' | 'unready' | 'again' | 'stopped' | 'unavailable' | 'ambiguous'
  >
> {
  const { task, job, signals } = attempt
  // What a gate of the result could not be sent would only be known once the engine has been paid.
  const isTaken =
    provider.takesUpright?.(task.type) || takeUpright(deps.gates.forTask('after', task.type), 'after')
  const unready = isTaken ? await prepareInput(deps, attempt) : undefined
  if (unready !== undefined) return unready
  const reserved = await reserveStart(deps.database, task, provider, {
    previous: endedCall(attempt),
    passedOver: attempt.submissions.passedOver.filter((name) => name !== provider.name),
  })
  if (reserved.kind === 'lost') return stopped
  if (reserved.kind === 'full') return { kind: 'full', waitMs: reserved.waitMs, reportedByEngine: false }
  attempt.submissions.call = { provider: provider.name, startedAtMs: reserved.atMs }
  const startedAtMs = Date.now()
  const calledMs = performance.now()
  const response = await recordEngineStep(deps.tracer, 'engine start', provider, async (span) => {
    const response = await withinTime(jobMsMaxOf(provider, deps.settings), signals.ended, (signal) =>
      provider.start(job, signal),
    ).catch((error: unknown) => afterInputError(error))
    span?.set({ 'mediagen.outcome': response.kind })
    if (response.kind !== 'started' && response.kind !== 'succeeded') span?.fail(response.kind)
    return response
  })
  deps.onStarted?.({ provider: provider.name, product: task.type, outcome: response.kind })
  if (response.kind === 'started' || response.kind === 'succeeded') job.input?.release()
  switch (response.kind) {
    case 'started': {
      // Saved before anything else: a fault in between would leave the job without an owner.
      const isOurs = await saveSubmission(deps, task, {
        kind: 'started',
        provider: provider.name,
        job: response.job,
      })
      await reportTo(deps, () => deps.breaker.succeeded(provider.name))
      return isOurs ? { kind: 'started', provider, job: response.job, startedAtMs } : stopped
    }
    case 'succeeded':
      await reportTo(deps, () => deps.breaker.succeeded(provider.name))
      deps.logger.debug(
        { taskId: task.id, provider: provider.name, ms: Date.now() - startedAtMs },
        'engine done',
      )
      return { kind: 'finished', provider, outputs: response.outputs, startedAtMs }
    case 'failed':
      await reportTo(deps, () => deps.breaker.succeeded(provider.name))
      return failed('GENERATION_FAILED', response.message)
    case 'rejected':
      return failed('INVALID_INPUT', response.message)
    case 'unavailable':
    case 'ambiguous':
      return afterNoStart(deps, attempt, provider, response, Math.round(performance.now() - calledMs))
  }
}

async function afterNoStart(
  deps: RunDependencies,
  { task, signals, submissions }: Attempt,
  provider: Provider,
  response: Extract<StartResponse, { kind: 'unavailable' | 'ambiguous' }>,
  tookMs: number,
): Promise<Outcome<'full' | 'unavailable' | 'ambiguous'>> {
  deps.logger.warn(
    { taskId: task.id, provider: provider.name, answer: response.kind },
    response.kind === 'ambiguous' ? 'provider may have taken the task' : 'provider did not take the task',
  )
  const retryAfterMs = response.kind === 'unavailable' ? response.retryAfterMs : undefined
  if (submissions.call !== undefined)
    submissions.call = {
      ...submissions.call,
      endedAtMs: submissions.call.startedAtMs + tookMs,
      outcome: retryAfterMs === undefined ? response.kind : 'busy',
      reason: response.message,
    }
  // A busy engine is not down: excluding it would refuse work that it accepts in a moment.
  if (retryAfterMs !== undefined) return { kind: 'full', waitMs: retryAfterMs, reportedByEngine: true }
  // A call that we aborted ourselves says nothing about the engine.
  if (!signals.ended.aborted) await reportTo(deps, () => deps.breaker.failed(provider.name))
  return response.kind === 'ambiguous' ? { kind: 'ambiguous', provider } : { kind: 'unavailable' }
}

/**
 * Notifies the breaker. Its database may be unavailable, which must not cost a job that has been paid for.
 */
export async function reportTo(
  deps: Pick<RunDependencies, 'logger'>,
  report: () => Promise<void>,
): Promise<void> {
  await report().catch((error: unknown) => deps.logger.warn({ err: error }, 'health of a provider not noted'))
}
