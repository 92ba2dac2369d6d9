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

  test('lets accounts take turns: work waits for one piece at most of each other account, the running one included', async () => {
    const semaphore = createSemaphore(1)
    const begun: string[] = []
    const runFor = (account: string) => semaphore.run(never, async () => void begun.push(account), account)
    const first = Array.from({ length: 5 }, () => runFor('a'))
    const others = ['b', 'b', 'c'].map(runFor)
    await Promise.all([...first, ...others])
    expect(begun.join('')).toBe('abcabaaa')
  })

  test('an account whose waiting work is given up holds up nobody, and comes last again', async () => {
    const semaphore = createSemaphore(1)
    const begun: string[] = []
    const stop = new AbortController()
    const runFor = (account: string, signal = never) =>
      semaphore.run(signal, async () => void begun.push(account), account)
    const running = runFor('a')
    const given = [runFor('b', stop.signal), runFor('b', stop.signal)]
    const other = runFor('c')
    stop.abort(new Error('gone'))
    for (const each of given) await expect(each).rejects.toThrow('gone')
    await Promise.all([running, other, runFor('b')])
    expect(begun.join('')).toBe('acb')
  })

  test('gives heavy work as much room as it weighs, all of it at most, and lets nothing overtake it', async () => {
    const semaphore = createSemaphore(4)
    let [taken, most] = [0, 0]
    const begun: number[] = []
    const runOf = (weight: number) =>
      semaphore.run(
        never,
        async () => {
          begun.push(weight)
          taken += Math.min(weight, 4)
          most = Math.max(most, taken)
          await new Promise((resolve) => setImmediate(resolve))
          taken -= Math.min(weight, 4)
        },
        '',
        weight,
      )
    const weights = [3, 2, 1, 9, 1, 4, 1]
    await Promise.all(weights.map(runOf))
    expect([begun, most]).toEqual([weights, 4])
  })

  test('heavy work that is given up lets through what waits behind it', async () => {
    const semaphore = createSemaphore(2)
    const stop = new AbortController()
    let finish: () => void = () => undefined
    const first = semaphore.run(never, () => new Promise<void>((resolve) => (finish = resolve)))
    const heavy = semaphore.run(stop.signal, async () => 'heavy', '', 2)
    const light = semaphore.run(never, async () => 'light')
    stop.abort(new Error('gone'))
    await expect(heavy).rejects.toThrow('gone')
    expect(await light).toBe('light')
    finish()
    await first
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
})
