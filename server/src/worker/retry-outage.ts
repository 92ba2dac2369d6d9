import { UnusableMediaError } from '../core/ports/provider.ts'

/**
 * A finished render is too expensive to lose to a store or a disk that is unavailable for a minute: the retries span
 * two and a half.
 */
const triesMax = 20
const pauseMs = 250
const pauseMsMax = 10_000
/** For tries that take long themselves, such as one that waits for a process to start. */
const triesMsMax = 150_000

/**
 * Retries an operation of the object store or of this machine while it throws, whatever it throws, unless a result is
 * at fault: a task has only three attempts, and without this a brief outage would use them up within milliseconds.
 * Throws the last error; throws immediately when the signal aborts.
 * @param onFailure Called with each error that is followed by another try.
 */
export async function retryOutage<Outcome>(
  sleep: (durationMs: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  run: () => Promise<Outcome>,
  onFailure?: (error: unknown) => void,
): Promise<Outcome> {
  const startedAtMs = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (error instanceof UnusableMediaError || signal.aborted) throw error
      if (tries === triesMax || performance.now() - startedAtMs > triesMsMax) throw error
      onFailure?.(error)
      await sleep(Math.min(pauseMs * 2 ** (tries - 1), pauseMsMax), signal)
    }
  }
}
