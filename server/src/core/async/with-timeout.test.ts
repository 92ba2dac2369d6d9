import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withinTime, withTimeout } from './with-timeout.ts'

const late = () => new Error('too late')
const never = new Promise<never>(() => undefined)

describe('a wait with a timeout', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('returns a result that came in time, and leaves no timer behind', async () => {
    await expect(withTimeout(1_000, Promise.resolve('result'), late)).resolves.toBe('result')
    await expect(withTimeout(1_000, Promise.reject(new RangeError('refused')), late)).rejects.toThrow(
      RangeError,
    )
    expect(vi.getTimerCount()).toBe(0)
  })

  test('rejects with the error when the time is up, and not before', async () => {
    let ended = false
    const waiting = withTimeout(1_000, never, late)
    const seen = expect(waiting).rejects.toThrow('too late')
    void waiting.catch(() => {
      ended = true
    })
    await vi.advanceTimersByTimeAsync(990)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    await seen
  })
})

describe('a process that got no processor time for longer than the timeout', () => {
  /** Blocks the event loop, as a starved machine does. */
  const starve = (durationMs: number) =>
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)

  test('still returns the result that arrived meanwhile', async () => {
    const result = new Promise((resolve) => setTimeout(() => setImmediate(() => resolve('result')), 20))
    const waiting = withTimeout(300, result, late)
    starve(600)
    await expect(waiting).resolves.toBe('result')
  })

  test('has its time left for the next result', async () => {
    const result = new Promise((resolve) => setTimeout(() => setImmediate(() => resolve('result')), 20))
    const waiting = withinTime(1_000, result, late)
    starve(1_500)
    const { leftMs } = await waiting
    expect(leftMs).toBeGreaterThan(700)
    expect(leftMs).toBeLessThan(1_000)
  })

  test('does not count the time without the processor as waiting', async () => {
    const waiting = withTimeout(600, never, late)
    const startedAtMs = performance.now()
    starve(700)
    await expect(waiting).rejects.toThrow('too late')
    expect(performance.now() - startedAtMs).toBeGreaterThan(700 + 300)
  })
})
