import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startAttemptClock } from './attempt-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the clock of an attempt', () => {
  test('does not count the time that it is paused, and goes on with what was left', async () => {
    const clock = startAttemptClock(1_000)
    await vi.advanceTimersByTimeAsync(400)
    const resume = clock.pause()
    await vi.advanceTimersByTimeAsync(5_000)
    resume()
    resume()
    await vi.advanceTimersByTimeAsync(599)
    expect(clock.deadline.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(clock.deadline.aborted).toBe(true)
  })

  test('goes on by itself after ten minutes of pauses in all, so that nothing holds an attempt for ever', async () => {
    const clock = startAttemptClock(1_000)
    const resume = clock.pause()
    await vi.advanceTimersByTimeAsync(6 * 60_000)
    resume()
    clock.pause()
    await vi.advanceTimersByTimeAsync(4 * 60_000 + 999)
    expect(clock.deadline.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(clock.deadline.aborted).toBe(true)
  })

  test('leaves no timer behind once it is stopped, even by a pause that ends after it', () => {
    const clock = startAttemptClock(1_000)
    const resume = clock.pause()
    clock.stop()
    resume()
    expect(vi.getTimerCount()).toBe(0)
  })
})
