import type { Clock } from '../core/clock.js'

/** A clock without real waiting: a pause ends at once and advances the clock. */
export interface VirtualClock extends Clock {
  /** Advances by this many milliseconds; timers that are due by then fire. */
  advance(ms: number): void
}

/** The platform's own, whatever a test puts in its place later, unless it has done so already. */
const { setTimeout: timeout } = globalThis
const isFake = 'clock' in timeout || '_isMockFunction' in timeout

/** Resolves in a later turn of the event loop, also under the fake timers of vitest and jest. */
function nextTurn(): Promise<unknown> {
  return new Promise((resolve) => {
    if (isFake) AbortSignal.timeout(1).addEventListener('abort', resolve)
    else timeout(resolve)
  })
}

/** Creates a clock that stays at `nowMs` until a pause or `advance` moves it. */
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
      await nextTurn()
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
