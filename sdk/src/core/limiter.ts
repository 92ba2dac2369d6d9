import { MediagenError } from '../errors/mediagen-error.js'
import { type Clock, withTimeLimit } from './clock.js'

/** A minute plus network jitter: the service counts requests when they arrive. */
const windowMs = 61_000

/** Resolves when the next request may be sent; rejects with the signal's reason on abort. */
export type AcquireSlot = (signal: AbortSignal) => Promise<void>

/**
 * Creates a sliding-window rate limiter. Waiting requests proceed first in, first out; an aborted one gives
 * its slot to the next.
 */
export function createLimiter(clock: Clock, requestsPerMinute: number): AcquireSlot {
  if (!(requestsPerMinute >= 1)) throw new MediagenError('requestsPerMinute must be 1 at least')
  // Send times within the window, oldest first.
  const sentMs: number[] = []
  let lastTurn: Promise<unknown> = Promise.resolve()
  return async (signal) => {
    if (requestsPerMinute === Number.POSITIVE_INFINITY) return
    const turn = lastTurn.then(async () => {
      signal.throwIfAborted()
      const isFull = sentMs.length >= Math.floor(requestsPerMinute)
      const waitMs = isFull ? Number(sentMs[0]) + windowMs - clock.now() : 0
      if (waitMs > 0) await clock.delay(waitMs, signal)
      if (isFull) sentMs.shift()
      sentMs.push(clock.now())
    })
    lastTurn = turn.catch(() => undefined)
    // Only the head of the queue has a timer; the others leave the queue by their signals.
    await withTimeLimit({ clock, ms: Number.POSITIVE_INFINITY, signal }, () => turn, Error)
  }
}
