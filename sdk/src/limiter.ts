import type { Clock } from './clock.js'

/** A minute, and what the ways of two requests may differ by: the service counts when they arrive. */
const windowMs = 61_000

/** Resolves when another request may go out; rejects with the signal's reason as soon as that aborts. */
export type Admit = (signal: AbortSignal) => Promise<void>

/** Lets so many requests through a minute, and gives each later one the next place in time that is free. */
export function createLimiter(clock: Clock, requestsPerMinute: number): Admit {
  // The latest places that were given, oldest first; never more than one minute holds.
  const placesMs: number[] = []
  return async (signal) => {
    if (requestsPerMinute === Number.POSITIVE_INFINITY) return
    const now = clock.now()
    const oldestMs = placesMs.length < requestsPerMinute ? undefined : placesMs.shift()
    const placeMs = Math.max(now, (oldestMs ?? now - windowMs) + windowMs)
    placesMs.push(placeMs)
    if (placeMs > now) await clock.delay(placeMs - now, signal)
  }
}
