import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AutoResetEvent } from './auto-reset-event.ts'
import { sleep } from './sleep.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Whether a promise has settled by now, without advancing timers. */
async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  let ended = false
  void promise.then(() => {
    ended = true
  })
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  return ended
}

test('a wait ends after its time', async () => {
  const waiting = new AutoResetEvent().wait(100)
  vi.advanceTimersByTime(99)
  expect(await hasEnded(waiting)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await hasEnded(waiting)).toBe(true)
})

test('a wait ends at once when it is woken, and leaves no timer behind', async () => {
  const woken = new AutoResetEvent()
  const waiting = woken.wait(100)
  woken.set()
  expect(await hasEnded(waiting)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('an event between two waits ends the next one at once, and only that one', async () => {
  const woken = new AutoResetEvent()
  woken.set()
  woken.set()
  expect(await hasEnded(woken.wait(100))).toBe(true)
  expect(await hasEnded(woken.wait(100))).toBe(false)
})

test('a sleep ends after its time, or at once when its signal aborts, or does not begin when it has aborted', async () => {
  const stop = new AbortController()
  const [long, aborted] = [sleep(100, new AbortController().signal), sleep(100, stop.signal)]
  stop.abort()
  expect([await hasEnded(long), await hasEnded(aborted)]).toEqual([false, true])
  expect(await hasEnded(sleep(100, stop.signal))).toBe(true)
  vi.advanceTimersByTime(100)
  expect(await hasEnded(long)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
