import { createVirtualClock, type VirtualClock } from '../../src/testing/index.js'

/** A virtual clock that records what is asked of it. */
export interface FakeClock extends VirtualClock {
  /** Every pause that was asked for, in order. */
  readonly pausesMs: number[]
  /** How many limits of time are set and not lifted. */
  openLimits(): number
  /** Moves on to the next limit of time and lets it strike. */
  strike(): void
  /** Holds every later pause until it is aborted. */
  holdPauses(): void
}

/** A clock at `nowMs` on which every pause is over at once, with its time on the clock. */
export function createFakeClock(nowMs?: number): FakeClock {
  const clock = createVirtualClock(nowMs)
  const pausesMs: number[] = []
  const limits = new Set<{ readonly atMs: number }>()
  let held = false
  return {
    ...clock,
    pausesMs,
    openLimits: () => limits.size,
    strike: () => clock.advance(Math.min(...[...limits].map(({ atMs }) => atMs)) - clock.now()),
    holdPauses() {
      held = true
    },
    async delay(ms, signal) {
      signal?.throwIfAborted()
      pausesMs.push(ms)
      if (!held) return clock.advance(ms)
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
    after(ms, callback) {
      const limit = { atMs: clock.now() + ms }
      limits.add(limit)
      const cancel = clock.after(ms, () => {
        limits.delete(limit)
        callback()
      })
      return () => {
        limits.delete(limit)
        cancel()
      }
    },
  }
}
