import { onAbort } from './abort.js'

/** The SDK's source of time. Give `Mediagen` your own to test waits and retries without waiting. */
export interface Clock {
  /**
   * Milliseconds since 1970. Any earlier starting point works too, except for `Retry-After` dates and upload
   * windows.
   */
  now(): number
  /** Resolves after this many milliseconds; rejects with the signal's reason as soon as it aborts. */
  delay(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  after(ms: number, callback: () => void): () => void
}

/** The longest delay of a timer; a longer one would fire immediately. */
const timerMsMax = 2 ** 31 - 1

/**
 * Monotonic time since 1970, unaffected by changes of the system clock. Timers are cleared once they are not
 * needed, so that none keeps a process alive; a delay of more than 24 days ends after 24 days.
 */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  delay: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(
        () => {
          forget()
          resolve()
        },
        Math.min(ms, timerMsMax),
      )
      const forget = onAbort(signal, () => {
        clearTimeout(timer)
        reject(signal?.reason)
      })
    }),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, timerMsMax))
    return () => clearTimeout(timer)
  },
}

/**
 * Runs `work` with a timeout; Infinity sets none. `work` gets a signal that aborts on timeout, and a function
 * that restarts the time, for work that reports progress. Rejects with `timeoutError()` on timeout and with
 * the outer signal's reason on abort, immediately, even if `work` ignores its signal.
 */
export async function withTimeLimit<Result>(
  { clock, ms, signal }: { clock: Clock; ms: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal, restart: () => void) => Promise<Result>,
  timeoutError: () => Error,
): Promise<Result> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const forget = onAbort(signal, () => controller.abort(signal?.reason))
  let isOver = false
  let cancelTimer: (() => void) | undefined
  const restart = () => {
    cancelTimer?.()
    if (isOver || ms === Number.POSITIVE_INFINITY) return
    cancelTimer = clock.after(ms, () => controller.abort(timeoutError()))
  }
  restart()
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  try {
    return await Promise.race([work(controller.signal, restart), stopped])
  } finally {
    isOver = true
    cancelTimer?.()
    forget()
  }
}

/**
 * Runs `work`, which has limits of its own or is shared with other calls. Rejects with the signal's reason on
 * abort, immediately, and does not begin after that.
 */
export function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return withTimeLimit({ clock: systemClock, ms: Number.POSITIVE_INFINITY, signal }, work, Error)
}
