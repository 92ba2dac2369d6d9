import type { ProviderJob } from '../core/domain/generation/provider-job.ts'
import type { TaskFailure } from '../core/domain/task-states.ts'
import type { Outputs, Provider } from '../core/ports/provider.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { reportTo } from './start-job.ts'

export type ResultOutcome =
  | { readonly kind: 'media'; readonly outputs: Outputs }
  | { readonly kind: 'failed'; readonly failure: TaskFailure }
  | { readonly kind: 'lost' }
  /** The signal ended the wait: the deadline has passed, the worker is stopping, or the lease is lost. */
  | { readonly kind: 'expired' }

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
 * Polls a started job until it has ended. The only polling loop: adapters have none. A job whose wait has
 * expired keeps running, and the caller decides whether to stop it.
 */
export async function awaitResult(
  deps: RunDependencies,
  provider: Provider,
  job: ProviderJob,
  signal: AbortSignal,
): Promise<ResultOutcome> {
  let wasUnavailable = false
  for (let polls = 0; !signal.aborted; polls += 1) {
    const askedAtMs = Date.now()
    const answer = await provider.poll(job, { waitMsMax: holdMsMax, signal })
    // The breaker is notified only when the engine goes down or comes back: a job is polled a thousand times.
    if (answer.kind === 'unavailable' && !wasUnavailable && !signal.aborted)
      await reportTo(deps, () => deps.breaker.failed(provider.name))
    if (answer.kind !== 'unavailable' && wasUnavailable)
      await reportTo(deps, () => deps.breaker.succeeded(provider.name))
    wasUnavailable = answer.kind === 'unavailable'
    switch (answer.kind) {
      case 'succeeded':
        return { kind: 'media', outputs: answer.outputs }
      case 'failed':
        return { kind: 'failed', failure: { code: answer.code, message: answer.message } }
      case 'lost':
        return { kind: 'lost' }
      case 'unavailable':
        await deps.sleep(unavailablePauseMs, signal)
        break
      case 'pending':
        // An engine that held its response has already done the waiting.
        if (Date.now() - askedAtMs < holdMsMax / 2)
          await deps.sleep(Math.min(pollMsMin * 2 ** Math.min(polls, 10), deps.settings.pollMs), signal)
    }
  }
  return { kind: 'expired' }
}
