import type { Clock } from '../../src/index.js'

/** A clock of which no test has to wait. */
export interface FakeClock extends Clock {
  /** Every pause that was asked for, in order. */
  readonly pausesMs: number[]
  /** How many limits of time are set and not lifted. */
  openLimits(): number
  /** Moves on by so much; what is due then happens. */
  advance(ms: number): void
  /** Moves on to the next limit of time and lets it strike. */
  strike(): void
  /** Holds every later pause until it is aborted. */
  holdPauses(): void
}

/** A clock at `nowMs` on which every pause is over at once, with its time on the clock. */
export function createFakeClock(nowMs = Date.parse('2026-01-01T00:00:00Z')): FakeClock {
  const pausesMs: number[] = []
  const limits = new Set<{ atMs: number; callback: () => void }>()
  let held = false
  const advance = (ms: number) => {
    nowMs += ms
    for (const limit of limits) {
      if (limit.atMs > nowMs) continue
      limits.delete(limit)
      limit.callback()
    }
  }
  return {
    pausesMs,
    now: () => nowMs,
    openLimits: () => limits.size,
    advance,
    strike: () => advance(Math.min(...[...limits].map(({ atMs }) => atMs)) - nowMs),
    holdPauses() {
      held = true
    },
    async delay(ms, signal) {
      signal?.throwIfAborted()
      pausesMs.push(ms)
      if (!held) return advance(ms)
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
    after(ms, callback) {
      const limit = { atMs: nowMs + ms, callback }
      limits.add(limit)
      return () => limits.delete(limit)
    },
  }
}
