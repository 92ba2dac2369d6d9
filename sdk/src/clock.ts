/** Time as the SDK sees it. Give `Mediagen` one of your own to test waiting and retrying without either. */
export interface Clock {
  /** Milliseconds since any fixed moment before 1970 or at it; `Retry-After` dates and upload windows need 1970. */
  now(): number
  /** Resolves after so many milliseconds, and rejects with the signal's reason as soon as that aborts. */
  delay(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back after so many milliseconds, unless the function that it returns is called before. */
  after(ms: number, callback: () => void): () => void
}

/** The computer's own clock. A timer that is no longer wanted is cleared, so that it keeps no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  delay: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal?.addEventListener('abort', stop)
    }),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Does a piece of work that must end within `ms`. The work gets a signal to stop by; the promise rejects with
 * `late()` when time is up and with the outer signal's reason when that aborts, at once in both cases and whether or
 * not the work heeds its signal.
 */
export async function withTimeLimit<Result>(
  { clock, ms, signal }: { clock: Clock; ms: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Result>,
  late: () => Error,
): Promise<Result> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const passOn = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', passOn)
  const cancelTimer = clock.after(ms, () => controller.abort(late()))
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    cancelTimer()
    signal?.removeEventListener('abort', passOn)
  }
}
