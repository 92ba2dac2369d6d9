import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abandonWhenHung } from './abandon-when-hung.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work that outlasts its signal is abandoned by the one that it has watched instead, and by no other', async () => {
  const [deadline, later] = [new AbortController(), new AbortController()]
  let outcome = 'runs'
  let outlast: (signal: AbortSignal) => void = () => undefined
  const work = abandonWhenHung(
    (watch) => {
      outlast = watch
      return new Promise<never>(() => undefined)
    },
    deadline.signal,
    1_000,
  ).catch(() => {
    outcome = 'abandoned'
  })
  deadline.abort()
  await vi.advanceTimersByTimeAsync(999)
  outlast(later.signal)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome).toBe('runs')
  later.abort()
  await vi.advanceTimersByTimeAsync(1_000)
  await work
  expect(outcome).toBe('abandoned')
  expect(vi.getTimerCount()).toBe(0)
})
