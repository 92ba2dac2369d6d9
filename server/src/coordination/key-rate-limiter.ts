import type { KeyRateLimiter, RateLimit, RateLimiter } from '../core/ports/rate-limiter.ts'

const windowMs = 60_000

/**
 * Counts the requests of keys that have a rate of their own, with one limiter for each rate. The rate is part
 * of the name under which a key is counted, so a key whose rate changes starts anew.
 */
export function createKeyRateLimiter(create: (limit: RateLimit) => RateLimiter): KeyRateLimiter {
  // At most as many as there are rates below that of an account.
  const limiters = new Map<number, RateLimiter>()
  return {
    count(keyId, requestsPerMinute) {
      const limiter = limiters.get(requestsPerMinute) ?? create({ requestsMax: requestsPerMinute, windowMs })
      limiters.set(requestsPerMinute, limiter)
      return limiter.count(`${keyId}:${requestsPerMinute}`)
    },
  }
}
