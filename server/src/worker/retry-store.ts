/**
 * A finished render is too dear to lose to a store that is away for a minute: the tries take two and a half.
 */
const triesMax = 20
const pauseMs = 250
const pauseMsMax = 10_000

/**
 * Asks the object store again while it throws, whatever it throws: an attempt has only three tries for a
 * task, and a store that is away for a moment would use them up within milliseconds. Throws the last error,
 * at once when the signal aborts.
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
