import { describe, expect, test } from 'vitest'
import { waitSecondsOf } from './prefer.ts'

describe('the wait of a Prefer header', () => {
  test.each([
    ['wait=5', 5],
    ['wait=30', 30],
    ['Wait = 12', 12],
    ['respond-async, wait=7', 7],
    ['respond-async; wait=3, wait=7', 7],
    ['wait=7; foo="bar"', 7],
    ['foo="a, wait=9", wait=2', 2],
    ['foo="\\", wait=9", wait=2', 2],
    [', ,wait=4', 4],
    ['wait=007', 7],
  ])('%s is that number of seconds', (prefer, seconds) => {
    expect(waitSecondsOf(prefer)).toBe(seconds)
  })

  test.each(['wait=31', 'wait=3600', `wait=${'9'.repeat(400)}`])('%s counts as 30 seconds', (prefer) => {
    expect(waitSecondsOf(prefer)).toBe(30)
  })

  test.each([
    undefined,
    '',
    'wait',
    'wait=',
    'wait=abc',
    'wait=-1',
    'wait=1.5',
    'wait=5x',
    'wait="5"',
    'waiting=5',
    'no-wait=5',
    'code=404',
    'foo="wait=5',
    'foo="a, wait=5"',
  ])('%s asks for none, and is no error', (prefer) => {
    expect(waitSecondsOf(prefer)).toBe(0)
  })

  test('counts once: the first of several holds, even if it says nothing', () => {
    expect(waitSecondsOf('wait=3, wait=9')).toBe(3)
    expect(waitSecondsOf('wait, wait=9')).toBe(0)
    expect(waitSecondsOf('wait=x, wait=9')).toBe(0)
  })

  test('takes no longer for a header of 16 KB that is made to be slow', () => {
    const started = process.threadCpuUsage()
    for (const text of ['"\\'.repeat(8_000), 'wait=', ',"'.repeat(8_000), 'wait '.repeat(3_000)])
      waitSecondsOf(text)
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(100)
  })
})
