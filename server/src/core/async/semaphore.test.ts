import { describe, expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const never = new AbortController().signal

describe('createSemaphore', () => {
  test('runs as many at one time as it allows, in order, even after a failure', async () => {
    const semaphore = createSemaphore(2)
    const begun: number[] = []
    let [running, most] = [0, 0]
    const work = (index: number) => async () => {
      begun.push(index)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      if (index === 1) throw new Error('broke')
      return index
    }
    const ended = await Promise.allSettled(
      Array.from({ length: 7 }, (_, index) => semaphore.run(never, work(index))),
    )
    expect(most).toBe(2)
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  test('rejects a waiting call when its signal aborts, and grants each slot exactly once', async () => {
    const semaphore = createSemaphore(1)
    const stop = new AbortController()
    let finish: () => void = () => undefined
    const first = semaphore.run(never, () => new Promise<void>((resolve) => (finish = resolve)))
    const second = semaphore.run(stop.signal, async () => 'second')
    const third = semaphore.run(never, async () => 'third')
    stop.abort(new Error('stopped'))
    await expect(second).rejects.toThrow('stopped')
    finish()
    await first
    expect(await third).toBe('third')
    await expect(semaphore.run(stop.signal, async () => 'late')).rejects.toThrow('stopped')
  })

  test('lets as much weight run at one time as it allows, in order, and what is heavier than all of it alone', async () => {
    const semaphore = createSemaphore(10)
    const weights = [4, 4, 4, 25, 1, 9, 10, 2]
    const begun: number[] = []
    let [weight, most, beside] = [0, 0, 0]
    await Promise.all(
      weights.map((own, index) =>
        semaphore.run(
          never,
          async () => {
            begun.push(index)
            weight += own
            if (own > 10) beside = weight - own
            else most = Math.max(most, weight)
            for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
            if (own > 10) expect(weight).toBe(own)
            weight -= own
          },
          own,
        ),
      ),
    )
    expect(begun).toEqual(weights.map((_, index) => index))
    expect([most, beside, weight]).toEqual([10, 0, 0])
  })

  test('lets the next run when heavy work that waits before it is given up, and when work fails', async () => {
    const semaphore = createSemaphore(10)
    const stop = new AbortController()
    let finish: () => void = () => undefined
    const first = semaphore.run(never, () => new Promise<void>((resolve) => (finish = resolve)), 4)
    const heavy = semaphore.run(stop.signal, async () => 'heavy', 10)
    const light = semaphore.run(never, async () => Promise.reject(new Error('broke')), 6)
    stop.abort(new Error('gone'))
    await expect(heavy).rejects.toThrow('gone')
    await expect(light).rejects.toThrow('broke')
    finish()
    await first
    expect(await semaphore.run(never, async () => 'all', 10)).toBe('all')
  })
})
