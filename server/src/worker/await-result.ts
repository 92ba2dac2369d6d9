import type { ProviderJob } from '../domain/generation/provider-job.js'
import type { TaskFailure } from '../domain/task-states.js'
import type { GeneratedMedia, Provider } from '../ports/provider.js'
import type { RunDependencies } from './run-dependencies.js'

export type ResultOutcome =
  | { readonly kind: 'media'; readonly outputs: readonly GeneratedMedia[] }
  | { readonly kind: 'failed'; readonly failure: TaskFailure }
  | { readonly kind: 'lost' }
  /** The signal ended the wait: the deadline, the worker stopping, or the lease lost. */
  | { readonly kind: 'expired' }

/** How long an engine that can hold its answer may do so. */
const holdMsMax = 2_000
/**
 * Pause after a look that failed; one blip of the network must not fail a paid render, so only the deadline
 * ends this.
 */
const unreachablePauseMs = 1_000

/**
 * Looks at a started job until it has ended. The loop is here, once, and in no adapter. A job whose wait has
 * expired is left running: whether anybody still wants it is for the caller to say.
 */
export async function awaitResult(
  deps: RunDependencies,
  provider: Provider,
  job: ProviderJob,
  signal: AbortSignal,
): Promise<ResultOutcome> {
  while (!signal.aborted) {
    const askedAtMs = Date.now()
    const answer = await provider.poll(job, { waitMsMax: holdMsMax, signal })
    switch (answer.kind) {
      case 'succeeded':
        return { kind: 'media', outputs: answer.outputs }
      case 'failed':
        return { kind: 'failed', failure: { code: answer.code, message: answer.message } }
      case 'lost':
        return { kind: 'lost' }
      case 'unreachable':
        await deps.sleep(unreachablePauseMs, signal)
        break
      case 'pending':
        // An engine that held its answer has done the waiting already.
        if (Date.now() - askedAtMs < holdMsMax / 2) await deps.sleep(deps.settings.pollMs, signal)
    }
  }
  return { kind: 'expired' }
}
