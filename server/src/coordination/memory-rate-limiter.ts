import type { RateLimit, RateLimiter } from '../core/ports/rate-limiter.ts'

/**
 * Counts in this process only: correct for the embedded mode, which has one. A restart forgets the counts.
 * Accounts idle for a whole window are dropped, so memory holds those of the last two windows at most.
 */
export function createMemoryRateLimiter(
  { requestsMax, windowMs }: RateLimit,
  /** Must be monotonic. @default the time since the process began */
  nowMs: () => number = () => performance.now(),
): RateLimiter {
  /** The times of each account's latest admissions, newest last. */
  const admissions = new Map<string, number[]>()
  let tidyAtMs = nowMs() + windowMs

  function forgetSilent(now: number): void {
    if (now < tidyAtMs) return
    tidyAtMs = now + windowMs
    for (const [accountId, times] of admissions) {
      if ((times.at(-1) ?? 0) <= now - windowMs) admissions.delete(accountId)
    }
  }

  return {
    async count(accountId) {
      const now = nowMs()
      forgetSilent(now)
      const times = admissions.get(accountId) ?? []
      admissions.set(accountId, times)
      if (times.length >= requestsMax) {
        const waitMs = (times[0] ?? now) + windowMs - now
        if (waitMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
        times.shift()
      }
      times.push(now)
      return { allowed: true }
    },
  }
}
