import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RateLimitResult } from '../core/ports/rate-limiter.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'

const minuteMs = 60_000

let nowMs: number
beforeEach(() => {
  nowMs = 5
})

interface Limiter {
  count(id: string, requestsPerMinute?: number): Promise<RateLimitResult>
}

/** Unless told, it counts to so many. */
function createLimiter(requestsMax: number): Limiter {
  const limiter = createMemoryRateLimiter(() => nowMs)
  return { count: (id, requestsPerMinute = requestsMax) => limiter.count(id, requestsPerMinute) }
}

async function allowedOf(
  limiter: Limiter,
  accountId: string,
  requests: number,
  requestsPerMinute?: number,
): Promise<number> {
  let allowed = 0
  for (let request = 0; request < requests; request += 1) {
    if ((await limiter.count(accountId, requestsPerMinute)).allowed) allowed += 1
  }
  return allowed
}

describe('the rate limiter', () => {
  test('lets through exactly as many requests a minute as it is told, and after a minute as many again', async () => {
    const limiter = createLimiter(60)
    expect(await allowedOf(limiter, 'a', 61)).toBe(60)
    nowMs += minuteMs - 1
    expect(await allowedOf(limiter, 'a', 1)).toBe(0)
    nowMs += 1
    expect(await allowedOf(limiter, 'a', 61)).toBe(60)
  })

  test('slides: a burst across the edge of a minute gets no more than a minute’s requests', async () => {
    const limiter = createLimiter(60)
    expect(await allowedOf(limiter, 'a', 1)).toBe(1)
    nowMs += minuteMs - 1_000
    expect(await allowedOf(limiter, 'a', 59)).toBe(59)
    nowMs += 1_000
    expect(await allowedOf(limiter, 'a', 60)).toBe(1)
  })

  test('never refuses requests that come evenly', async () => {
    const limiter = createLimiter(60)
    for (let request = 0; request < 200; request += 1) {
      expect(await limiter.count('a')).toEqual({ allowed: true })
      nowMs += 1_000
    }
  })

  test('says in whole seconds, at least 1, when the next request is let through; a refused request extends no wait', async () => {
    const limiter = createLimiter(1)
    await limiter.count('a')
    expect(await limiter.count('a')).toEqual({ allowed: false, retryAfterSeconds: 60 })
    nowMs += 30_500
    expect(await limiter.count('a')).toEqual({ allowed: false, retryAfterSeconds: 30 })
    nowMs += 29_499
    expect(await limiter.count('a')).toEqual({ allowed: false, retryAfterSeconds: 1 })
    nowMs += 1
    expect(await limiter.count('a')).toEqual({ allowed: true })
  })

  test('refuses just when a minute would hold too many, and is exact about the wait, whatever comes when', async () => {
    const pauses = fc.array(fc.oneof(fc.constantFrom(0, 1, minuteMs), fc.nat(30_000)), { maxLength: 100 })
    await fc.assert(
      fc.asyncProperty(pauses, fc.integer({ min: 1, max: 8 }), async (pausesMs, requestsMax) => {
        const limiter = createLimiter(requestsMax)
        const admitted: number[] = []
        for (const pauseMs of pausesMs) {
          nowMs += pauseMs
          const waitMs = (admitted.at(-requestsMax) ?? -minuteMs) + minuteMs - nowMs
          const result = await limiter.count('a')
          if (result.allowed) admitted.push(nowMs)
          expect(result).toEqual(
            waitMs > 0 ? { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) } : { allowed: true },
          )
        }
      }),
    )
  })

  test('takes a number that was raised or lowered at once, with all that was let through before', async () => {
    const limiter = createLimiter(60)
    expect(await allowedOf(limiter, 'a', 70)).toBe(60)
    expect(await allowedOf(limiter, 'a', 1_100, 1_000)).toBe(940)
    nowMs += 30_000
    expect(await limiter.count('a', 10)).toEqual({ allowed: false, retryAfterSeconds: 30 })
    nowMs += 30_000
    expect(await allowedOf(limiter, 'a', 20, 10)).toBe(10)
    expect(await allowedOf(limiter, 'a', 100, 60)).toBe(50)
  })

  test('refuses by the number of each request, whatever came with another number', async () => {
    const step = fc.record({ pauseMs: fc.nat(30_000), requestsPerMinute: fc.integer({ min: 1, max: 8 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 100 }), async (steps) => {
        const limiter = createLimiter(60)
        const admitted: number[] = []
        for (const { pauseMs, requestsPerMinute } of steps) {
          nowMs += pauseMs
          const waitMs = (admitted.at(-requestsPerMinute) ?? -minuteMs) + minuteMs - nowMs
          const { allowed } = await limiter.count('a', requestsPerMinute)
          if (allowed) admitted.push(nowMs)
          expect(allowed).toBe(waitMs <= 0)
        }
      }),
    )
  })

  test('counts each account by itself', async () => {
    const limiter = createLimiter(2)
    expect(await allowedOf(limiter, 'a', 3)).toBe(2)
    expect(await allowedOf(limiter, 'b', 3)).toBe(2)
  })

  test('still knows who was busy a moment ago when it forgets those who were not', async () => {
    const limiter = createLimiter(1)
    await limiter.count('silent')
    nowMs += minuteMs - 1
    await limiter.count('busy')
    nowMs += 1
    expect(await allowedOf(limiter, 'silent', 1)).toBe(1)
    expect(await allowedOf(limiter, 'busy', 1)).toBe(0)
  })
})
