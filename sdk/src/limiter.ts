import { type Clock, withTimeLimit } from './clock.js'
import { MediagenError } from './errors/mediagen-error.js'

/** A minute, and what the ways of two requests may differ by: the service counts when they arrive. */
const windowMs = 61_000

/** Resolves when another request may go out; rejects with the signal's reason as soon as that aborts. */
export type Admit = (signal: AbortSignal) => Promise<void>

/**
 * Lets so many requests through a minute, and the others in their order as places in time become free. One that is
 * aborted while it waits leaves its turn to the next.
 */
export function createLimiter(clock: Clock, requestsPerMinute: number): Admit {
  if (!(requestsPerMinute >= 1)) throw new MediagenError('requestsPerMinute must be 1 at least')
  // When the latest requests went out, oldest first; never more than one minute holds.
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
    // Only the first in the line has a timer; the others have their signals to leave it by.
    await withTimeLimit({ clock, ms: Number.POSITIVE_INFINITY, signal }, () => turn, Error)
  }
}
