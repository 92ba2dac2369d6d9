/**
 * A finished render is too expensive to lose to a store that is unavailable for a minute: the retries span
 * two and a half.
 */
const triesMax = 20
const pauseMs = 250
const pauseMsMax = 10_000

/**
 * Retries an object-store operation while it throws, whatever it throws: a task has only three attempts, and
 * without this a brief outage of the store would use them up within milliseconds. Throws the last error;
 * throws immediately when the signal aborts.
 */
export async function retryStore<Outcome>(
  sleep: (durationMs: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === triesMax || signal.aborted) throw error
      await sleep(Math.min(pauseMs * 2 ** (tries - 1), pauseMsMax), signal)
    }
  }
}
