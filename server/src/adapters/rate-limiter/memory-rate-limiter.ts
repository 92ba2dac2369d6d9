import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiter } from '../../ports/rate-limiter.js'

const windowSeconds = 60

/** Counts in this process alone: right for the embedded mode, where there is one. A restart forgets the counts. */
export function createMemoryRateLimiter(requestsPerMinute: number): RateLimiter {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: windowSeconds })
  return {
    async count(accountId) {
      try {
        await limiter.consume(accountId)
        return { allowed: true }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
      }
    },
  }
}
