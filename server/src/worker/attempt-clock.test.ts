import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startAttemptClock } from './attempt-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the clock of an attempt', () => {
  test('does not count the time that it is paused, and goes on with what was left', async () => {
    const clock = startAttemptClock(1_000)
    await vi.advanceTimersByTimeAsync(400)
    const paused = clock.pausedFor(() => new Promise((resolve) => setTimeout(resolve, 5_000, 'done')))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await paused).toBe('done')
    await vi.advanceTimersByTimeAsync(599)
    expect(clock.deadline.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(clock.deadline.aborted).toBe(true)
  })

  test('leaves no timer behind once it is stopped, even by work that goes on after it', async () => {
    const clock = startAttemptClock(1_000)
    const paused = clock.pausedFor(() => Promise.reject(new Error('broke')))
    clock.stop()
    await expect(paused).rejects.toThrow('broke')
    expect(vi.getTimerCount()).toBe(0)
  })
})
