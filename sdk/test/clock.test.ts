import { afterEach, describe, expect, test, vi } from 'vitest'
import { systemClock, withTimeLimit } from '../src/core/clock.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the clock of the computer', () => {
  test('counts from 1970 and goes on when somebody puts the time back', () => {
    const before = systemClock.now()
    expect(Math.abs(before - Date.now())).toBeLessThan(60_000)
    vi.spyOn(Date, 'now').mockReturnValue(before - 3_600_000)
    expect(systemClock.now()).toBeGreaterThanOrEqual(before)
  })

  test.each([2 ** 31, Number.POSITIVE_INFINITY])('takes %d ms for a long time, not for none', async (ms) => {
    vi.useFakeTimers()
    let struck = 0
    const strike = () => {
      struck += 1
    }
    const lift = systemClock.after(ms, strike)
    systemClock.delay(ms).then(strike)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(struck).toBe(0)
    lift()
  })
})

describe('a limit of time', () => {
  test('that is infinite needs no timer', async () => {
    vi.useFakeTimers()
    const limit = { clock: systemClock, ms: Number.POSITIVE_INFINITY }
    const timers = () => Promise.resolve(vi.getTimerCount())
    expect(await withTimeLimit(limit, timers, Error)).toBe(0)
    expect(await withTimeLimit({ ...limit, ms: 1 }, timers, Error)).toBe(1)
  })
})
