import type { Clock } from '../core/clock.js'

/** A clock on which nobody has to wait: a pause is over at once, with its time on the clock. */
export interface VirtualClock extends Clock {
  /** Moves on by so many milliseconds; timers that are due by then fire. */
  advance(ms: number): void
}

/** Makes a clock that stands at `nowMs` until somebody pauses or advances it. */
export function createVirtualClock(nowMs = Date.parse('2026-01-01T00:00:00Z')): VirtualClock {
  const limits = new Set<{ readonly atMs: number; readonly callback: () => void }>()
  const advance = (ms: number) => {
    nowMs += ms
    for (const limit of limits) {
      if (limit.atMs > nowMs) continue
      limits.delete(limit)
      limit.callback()
    }
  }
  return {
    now: () => nowMs,
    advance,
    async delay(ms, signal) {
      signal?.throwIfAborted()
      // Lets responses in transit arrive before its time has passed, as they would during a pause.
      await new Promise((resolve) => setTimeout(resolve))
      advance(ms)
      signal?.throwIfAborted()
    },
    after(ms, callback) {
      const limit = { atMs: nowMs + ms, callback }
      limits.add(limit)
      return () => limits.delete(limit)
    },
  }
}
