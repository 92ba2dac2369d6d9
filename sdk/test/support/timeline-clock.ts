import type { Clock } from '../../src/index.js'

/**
 * A clock for many calls at once: when none of them has anything to do, the time goes on to the next pause or
 * limit that is due.
 */
export function createTimelineClock(nowMs = Date.parse('2026-01-01T00:00:00Z')): Clock {
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (timers.size > 0) {
      for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      const [next] = [...timers].sort((one, other) => one.atMs - other.atMs)
      if (next === undefined) break
      timers.delete(next)
      nowMs = Math.max(nowMs, next.atMs)
      next.callback()
      for (const timer of timers) {
        if (timer.atMs > nowMs) continue
        timers.delete(timer)
        timer.callback()
      }
    }
    isRunning = false
  }
  const after = (ms: number, callback: () => void) => {
    const timer = { atMs: nowMs + ms, callback }
    timers.add(timer)
    if (!isRunning) run()
    return () => {
      timers.delete(timer)
    }
  }
  return {
    now: () => nowMs,
    after,
    delay: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const cancel = after(ms, resolve)
        signal?.addEventListener('abort', () => {
          cancel()
          reject(signal.reason)
        })
      }),
  }
}
