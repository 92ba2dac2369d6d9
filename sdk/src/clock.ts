/** Time as the SDK sees it. Give `Mediagen` one of your own to test waiting and retrying without either. */
export interface Clock {
  /** Milliseconds since any fixed moment before 1970 or at it; `Retry-After` dates and upload windows need 1970. */
  now(): number
  /** Resolves after so many milliseconds, and rejects with the signal's reason as soon as that aborts. */
  delay(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back after so many milliseconds, unless the function that it returns is called before. */
  after(ms: number, callback: () => void): () => void
}

/** The longest time that timers keep; they strike at once for a longer one. */
const timerMsMax = 2 ** 31 - 1

/**
 * Time since 1970 that never goes back, whatever is done to the computer's clock meanwhile. A timer that is no longer wanted is
 * cleared, so that it keeps no process alive; one for more than 24 days strikes after these.
 */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  delay: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        },
        Math.min(ms, timerMsMax),
      )
      signal?.addEventListener('abort', stop)
    }),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, timerMsMax))
    return () => clearTimeout(timer)
  },
}

/**
 * Does a piece of work that must end within `ms`, for which Infinity sets no timer. The work gets a signal to stop by; the promise rejects with
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
  const cancelTimer =
    ms === Number.POSITIVE_INFINITY ? undefined : clock.after(ms, () => controller.abort(late()))
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    cancelTimer?.()
    signal?.removeEventListener('abort', passOn)
  }
}
