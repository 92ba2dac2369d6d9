import { InputError, type StartResponse } from '../core/ports/provider.ts'
import { type Attempt, interrupted } from './attempt.ts'
import { failed, type Outcome } from './attempt-outcome.ts'
import { recordStep } from './record-span.ts'
import type { RunDependencies } from './run-dependencies.ts'

const inputRetryMs = 2_000

/**
 * Has the input decoded before an engine or a gate is called with it, so that no call waits for the decoder and
 * nothing has been submitted if that fails. The attempt's time stands still meanwhile, because others may be in
 * line. Undefined once the input is ready; a stopping worker hands the task back.
 */
export async function prepareInput(
  { logger, tracer }: Pick<RunDependencies, 'logger' | 'tracer'>,
  { job: { taskId, input }, signals, clock }: Pick<Attempt, 'job' | 'signals' | 'clock'>,
): Promise<Outcome<'failed' | 'full' | 'again' | 'stopped'> | undefined> {
  if (input === undefined) return undefined
  const signal = AbortSignal.any([signals.ended, signals.stopping])
  try {
    await clock.pausedFor(() => recordStep(tracer, 'prepare input', () => input.prepare(signal)))
    return undefined
  } catch (error) {
    if (signal.aborted) return interrupted(signals)
    logger.warn({ taskId, err: error }, 'input could not be prepared')
    return outcomeOfInputError(error)
  }
}

export function outcomeOfInputError(error: unknown): Outcome<'failed' | 'full'> {
  const response = afterInputError(error)
  return response.kind === 'rejected'
    ? failed('INVALID_INPUT', response.message)
    : { kind: 'full', waitMs: response.retryAfterMs, reportedByEngine: true }
}

/**
 * Nothing was submitted without its input. A store or a machine that is at fault is not the engine's fault, so the
 * task waits as for a busy one. If the image is gone, or no decoder reads it, the same request would fail every time,
 * so the caller is told.
 */
export function afterInputError(
  error: unknown,
):
  | Extract<StartResponse, { kind: 'rejected' }>
  | (Extract<StartResponse, { kind: 'unavailable' }> & { readonly retryAfterMs: number }) {
  if (!(error instanceof InputError)) throw error
  switch (error.reason) {
    case 'undecodable':
      return { kind: 'rejected', message: 'The input image cannot be decoded.' }
    case 'missing':
      return { kind: 'rejected', message: 'The input image is no longer stored. Upload it again.' }
    case 'unreadable':
      return { kind: 'unavailable', message: error.message, retryAfterMs: inputRetryMs }
  }
}
