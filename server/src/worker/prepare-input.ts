import type { Gate, GateStage } from '../core/ports/gate.ts'
import { InputError, type StartResponse } from '../core/ports/provider.ts'
import { type Attempt, interrupted } from './attempt.ts'
import { failed, type Outcome } from './attempt-outcome.ts'
import { recordStep } from './record-span.ts'
import type { RunDependencies } from './run-dependencies.ts'

/** How long a store or a machine that is at fault is given before the next try. */
export const inputRetryMs = 2_000

/** Whether one of the gates is sent the input upright at that stage. */
export function takeUpright(gates: readonly Gate[], stage: GateStage): boolean {
  return gates.some((gate) => gate.takesUpright?.(stage))
}

/**
 * Has the input decoded before an engine or a gate is called with it, so that no call waits for the decoder and
 * nothing has been submitted if that fails. While it is in line and decoded, the attempt's time stands still and
 * another task has its slot, because others may be before it; reading it from the store takes its time. Undefined
 * once the input is ready; a stopping worker hands the task back.
 */
export async function prepareInput(
  deps: Pick<RunDependencies, 'logger' | 'tracer' | 'sleep'>,
  attempt: Pick<Attempt, 'job' | 'signals' | 'clock' | 'aside'>,
): Promise<Outcome<'failed' | 'unready' | 'again' | 'stopped'> | undefined> {
  const { job, signals, clock, aside } = attempt
  const { input } = job
  if (input === undefined) return undefined
  const signal = AbortSignal.any([signals.ended, signals.stopping])
  try {
    await recordStep(deps.tracer, 'prepare input', () =>
      input.prepare(signal, async (decode) => {
        const resume = clock.pause()
        return aside(signal, decode).finally(resume)
      }),
    )
    return undefined
  } catch (error) {
    return endWithoutInput(deps, attempt, error)
  }
}

/** How an attempt ends that could not have its input before anything was submitted. Throws what is no InputError. */
export async function endWithoutInput(
  { logger, sleep }: Pick<RunDependencies, 'logger' | 'sleep'>,
  { job: { taskId }, signals }: Pick<Attempt, 'job' | 'signals'>,
  error: unknown,
): Promise<Outcome<'failed' | 'unready' | 'again' | 'stopped'>> {
  const response = afterInputError(error)
  const signal = AbortSignal.any([signals.ended, signals.stopping])
  if (signal.aborted) return interrupted(signals)
  logger.warn({ taskId, err: error }, 'input could not be prepared')
  if (response.kind === 'rejected') return failed('INVALID_INPUT', response.message)
  await sleep(response.retryAfterMs, signal)
  return { kind: 'unready' }
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
