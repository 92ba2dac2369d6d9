import { describe, expect, test } from 'vitest'
import { createCoalescingCache } from './coalescing-cache.ts'

function setUp() {
  const readings: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const clock = { nowMs: 0 }
  const cache = createCoalescingCache({
    read: () => new Promise<number>((resolve, reject) => readings.push({ resolve, reject })),
    ageMsMax: 50,
    nowMs: () => clock.nowMs,
  })
  return { readings, clock, cache }
}

describe('what is known together', () => {
  test('is read once for all who ask while it is being read, and while it is fresh', async () => {
    const { readings, clock, cache } = setUp()
    const asked = Array.from({ length: 1_000 }, () => cache.get())
    readings[0]?.resolve(7)
    expect(new Set(await Promise.all(asked))).toEqual(new Set([7]))
    clock.nowMs = 49
    expect(await cache.get()).toBe(7)
    expect(readings).toHaveLength(1)
  })

  test.each([50, -1])(
    'is read again once it is too old, or the clock was set back (%s ms later)',
    async (later) => {
      const { readings, clock, cache } = setUp()
      const first = cache.get()
      readings[0]?.resolve(1)
      await first
      clock.nowMs = later
      const second = cache.get()
      readings[1]?.resolve(2)
      expect(await second).toBe(2)
    },
  )

  test('is read again after a reading that failed, which all who waited hear of', async () => {
    const { readings, cache } = setUp()
    const asked = [cache.get(), cache.get()]
    readings[0]?.reject(new Error('away'))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = cache.get()
    readings[1]?.resolve(3)
    expect(await next).toBe(3)
  })

  test('that was forgotten while it was being read is not taken for new', async () => {
    const { readings, cache } = setUp()
    const old = cache.get()
    cache.invalidate()
    const fresh = cache.get()
    readings[1]?.resolve(2)
    readings[0]?.resolve(1)
    expect([await old, await fresh, await cache.get()]).toEqual([1, 2, 2])
  })
})
