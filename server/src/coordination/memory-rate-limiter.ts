import { type CountedRequest, type RateLimiter, rateWindowMs } from '../core/ports/rate-limiter.ts'

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

  function waitMsOf({ id, requestsPerMinute }: CountedRequest, now: number): number {
    const times = admissions.get(id) ?? []
    const older = times.length - requestsPerMinute
    return older < 0 ? 0 : (times[older] ?? now) + rateWindowMs - now
  }

  function admit({ id, requestsPerMinute }: CountedRequest, now: number): void {
    const times = admissions.get(id) ?? []
    // As many as matter with this number; those before them are outside the window.
    times.splice(0, times.length - requestsPerMinute + 1)
    times.push(now)
    admissions.set(id, times)
  }

  return {
    async count(id, requestsPerMinute, also) {
      const now = nowMs()
      forgetSilent(now)
      const first = { id, requestsPerMinute }
      const counted = also === undefined ? [first] : [first, also]
      for (const request of counted) {
        const waitMs = waitMsOf(request, now)
        const whose = request === also && ({ isByAlso: true } as const)
        if (waitMs > 0) return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000), ...whose }
      }
      for (const request of counted) admit(request, now)
      return { allowed: true }
    },
  }
}
