import { type RateLimiter, rateWindowMs } from '../core/ports/rate-limiter.ts'

/**
 * Counts in this process only: correct for the embedded mode, which has one. A restart forgets the counts.
 * Accounts and keys idle for a whole window are dropped, so memory holds those of the last two windows at most.
 */
export function createMemoryRateLimiter(
  /** Must be monotonic. @default the time since the process began */
  nowMs: () => number = () => performance.now(),
): RateLimiter {
  /** The times of the latest admissions by id, newest last: all within the window, and as many as were last allowed. */
  const admissions = new Map<string, number[]>()
  let tidyAtMs = nowMs() + rateWindowMs

  function forgetSilent(now: number): void {
    if (now < tidyAtMs) return
    tidyAtMs = now + rateWindowMs
    for (const [id, times] of admissions) {
      if ((times.at(-1) ?? 0) <= now - rateWindowMs) admissions.delete(id)
    }
  }

  return {
    async count(id, requestsPerMinute) {
      const now = nowMs()
      forgetSilent(now)
      const times = admissions.get(id) ?? []
      admissions.set(id, times)
      const older = times.length - requestsPerMinute
      if (older >= 0) {
        const waitMs = (times[older] ?? now) + rateWindowMs - now
        if (waitMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
        // What is older than that one is outside the window, too.
        times.splice(0, older + 1)
      }
      times.push(now)
      return { allowed: true }
    },
  }
}
