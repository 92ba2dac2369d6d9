import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RateLimiter } from '../../ports/rate-limiter.js'
import { createMemoryRateLimiter } from './memory-rate-limiter.js'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

async function allowedOf(limiter: RateLimiter, accountId: string, requests: number): Promise<number> {
  let allowed = 0
  for (let request = 0; request < requests; request += 1) {
    if ((await limiter.count(accountId)).allowed) allowed += 1
  }
  return allowed
}

describe('the rate limiter', () => {
  it('lets through exactly as many requests a minute as it is told, and the next minute as many again', async () => {
    const limiter = createMemoryRateLimiter(60)
    expect(await allowedOf(limiter, 'a', 61)).toBe(60)
    vi.advanceTimersByTime(59_000)
    expect(await allowedOf(limiter, 'a', 1)).toBe(0)
    vi.advanceTimersByTime(1_001)
    expect(await allowedOf(limiter, 'a', 61)).toBe(60)
  })

  it('says in whole seconds, at least 1, when the next request is let through', async () => {
    const limiter = createMemoryRateLimiter(1)
    await limiter.count('a')
    expect(await limiter.count('a')).toEqual({ allowed: false, retryAfterSeconds: 60 })
    vi.advanceTimersByTime(30_500)
    expect(await limiter.count('a')).toEqual({ allowed: false, retryAfterSeconds: 30 })
    vi.advanceTimersByTime(29_400)
    expect(await limiter.count('a')).toEqual({ allowed: false, retryAfterSeconds: 1 })
    vi.advanceTimersByTime(1_000)
    expect(await limiter.count('a')).toEqual({ allowed: true })
  })

  it('counts each account by itself', async () => {
    const limiter = createMemoryRateLimiter(2)
    expect(await allowedOf(limiter, 'a', 3)).toBe(2)
    expect(await allowedOf(limiter, 'b', 3)).toBe(2)
  })
})
