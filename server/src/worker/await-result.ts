import type { Attempt } from './attempt.ts'
import { leftMsOf } from './attempt-deadlines.ts'
import { failed, type Outcome, stopped } from './attempt-outcome.ts'
import { recordEngineStep } from './record-span.ts'
import { createProgressReport } from './report-progress.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { reportTo } from './start-job.ts'
import { withinTime } from './within-time.ts'

/** How long an engine that supports held polls may hold a response. */
const holdMsMax = 2_000
/**
 * The first pause between two polls; it doubles up to the setting, so that results of quick engines are not
 * delayed.
 */
const pollMsMin = 50
/**
 * Pause after a poll without a response. A network glitch must not fail a paid render, so only the deadline
 * ends these retries.
 */
const unavailablePauseMs = 1_000

/**
 * Waits for the result of a started job. One that a stopping worker, or one that has lost its lease, leaves
 * keeps running, because the next worker continues with it.
 */
export async function awaitResult(
  deps: RunDependencies,
  { task, signals: { leaseLost, stopping, deadline, ended } }: Attempt,
  started: Outcome<'started'>,
): Promise<Outcome<'finished' | 'failed' | 'lost' | 'overdue' | 'stopped'>> {
  const left = started.provider.jobsEndWithWorker ? ended : AbortSignal.any([ended, stopping])
  // One span for all polls: a job is polled up to a thousand times.
  const result = await recordEngineStep(deps.tracer, 'engine poll', started.provider, async (span) => {
    const result = await withinTime(leftMsOf(started, deps.settings), left, (signal) =>
      pollUntilEnd(deps, started, createProgressReport(deps, task), signal),
    )
    span?.set({ 'mediagen.outcome': result?.kind ?? 'left' })
    if (result?.kind === 'failed' || result?.kind === 'lost') span?.fail(result.kind)
    return result
  })
  if (result !== undefined) return result
  const isLeft = leaseLost.aborted || (left.aborted && !deadline.aborted)
  return isLeft ? stopped : { kind: 'overdue', started }
}

/** The only polling loop: adapters have none. Undefined if the signal ended it. */
async function pollUntilEnd(
  deps: RunDependencies,
  { provider, job, startedAtMs }: Outcome<'started'>,
  reportProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Outcome<'finished' | 'failed' | 'lost'> | undefined> {
  let wasUnavailable = false
  for (let polls = 0; !signal.aborted; polls += 1) {
    const askedAtMs = Date.now()
    const response = await provider.poll(job, { waitMsMax: holdMsMax, signal })
    // The breaker is notified only when the engine goes down or comes back: a job is polled a thousand times.
    if (response.kind === 'unavailable' && !wasUnavailable && !signal.aborted)
      await reportTo(deps, () => deps.breaker.failed(provider.name))
    if (response.kind !== 'unavailable' && wasUnavailable)
      await reportTo(deps, () => deps.breaker.succeeded(provider.name))
    wasUnavailable = response.kind === 'unavailable'
    switch (response.kind) {
      case 'succeeded':
        return { kind: 'finished', provider, outputs: response.outputs, startedAtMs }
      case 'failed':
        return failed(response.code, response.message)
      case 'lost':
        return { kind: 'lost', provider }
      case 'unavailable':
        await deps.sleep(unavailablePauseMs, signal)
        break
      case 'pending':
        if (response.progress !== undefined) reportProgress(response.progress)
        // An engine that held its response has already done the waiting.
        if (Date.now() - askedAtMs < holdMsMax / 2)
          await deps.sleep(Math.min(pollMsMin * 2 ** Math.min(polls, 10), deps.settings.pollMs), signal)
    }
  }
  return undefined
}
