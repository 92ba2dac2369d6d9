import type { Provider } from '../core/ports/provider.ts'
import { type Attempt, endedCall, interrupted, saveAfterCall, saveSubmission } from './attempt.ts'
import { jobMsMaxOf } from './attempt-deadlines.ts'
import { failed, type Outcome, paused, stopped } from './attempt-outcome.ts'
import { recordEngineStep } from './record-span.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { reportTo, startJob } from './start-job.ts'
import { withinTime } from './within-time.ts'

/**
 * How often the engine must report 'absent' before that counts as proof: at the first search, a request that
 * was cut off may still be on its way to the engine.
 */
const absencesForProof = 2

/**
 * Finds out whether an engine has the job of an earlier start whose response was lost. 'absent' is proven and
 * saved: the task may be submitted again. No other engine is tried meanwhile, because both might charge for
 * the job. There are twice as many rounds as for a first start, because a paid result is at stake.
 */
export async function confirmSubmission(
  deps: RunDependencies,
  attempt: Attempt,
  { provider }: Outcome<'ambiguous'>,
): Promise<Outcome<'absent' | 'started' | 'finished' | 'failed' | 'again' | 'full' | 'unready' | 'stopped'>> {
  const { signals } = attempt
  if (provider.submission === 'once') return ambiguousAfter(attempt)
  let absences = 0
  for (let round = 0; round < 2 * deps.settings.submitRoundsMax; round += 1) {
    if (round > 0) await deps.sleep(deps.settings.submitPauseMs * 2 ** (round - 1), signals.ended)
    if (signals.ended.aborted) return interrupted(signals)
    if (provider.submission === 'idempotent') {
      if (round > 0 && signals.stopping.aborted) return stopped
      // The saved intent keeps the task with it. Had the first start not arrived, another would be new work there.
      if ((await deps.breaker.paused()).engines.has(provider.name)) return paused
      const outcome = await startJob(deps, attempt, provider)
      // A full engine is tried again from the queue; the saved intent keeps the task with it.
      if (outcome.kind !== 'unavailable' && outcome.kind !== 'ambiguous') return outcome
      continue
    }
    const found = await findJob(deps, attempt, provider)
    if (found?.kind === 'absent') absences += 1
    else if (found !== undefined) return found
    if (absences < absencesForProof) continue
    return (await saveAfterCall(deps, attempt, { kind: 'none' })) ? { kind: 'absent' } : stopped
  }
  return ambiguousAfter(attempt)
}

/** Searches for the job of an earlier start, once; undefined if the engine could not say. */
async function findJob(
  deps: RunDependencies,
  { task, job, signals }: Attempt,
  provider: Provider,
): Promise<Outcome<'absent' | 'started' | 'stopped'> | undefined> {
  const response = await recordEngineStep(deps.tracer, 'engine find', provider, async (span) => {
    const response = await withinTime(jobMsMaxOf(provider, deps.settings), signals.ended, async (within) =>
      provider.find?.(job, within),
    )
    span?.set({ 'mediagen.outcome': response?.kind })
    return response
  })
  if (response?.kind === 'absent') return { kind: 'absent' }
  if (response?.kind !== 'found') {
    deps.logger.warn(
      { taskId: task.id, provider: provider.name },
      'provider could not say whether it has the task',
    )
    return undefined
  }
  job.input?.release()
  const isOurs = await saveSubmission(deps, task, {
    kind: 'started',
    provider: provider.name,
    job: response.job,
  })
  await reportTo(deps, () => deps.breaker.succeeded(provider.name))
  return isOurs ? { kind: 'started', provider, job: response.job, startedAtMs: Date.now() } : stopped
}

/** What the engine said is recorded with the end; a call that an earlier worker has left said nothing. */
function ambiguousAfter(attempt: Attempt): Outcome<'failed'> {
  return attempt.submissions.call?.outcome === undefined
    ? ambiguous
    : { ...ambiguous, call: endedCall(attempt) }
}

const ambiguous = failed(
  'PROVIDER_SUBMIT_AMBIGUOUS',
  'The engine did not confirm whether it took the generation.',
)
