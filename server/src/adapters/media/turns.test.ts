import { expect, test } from 'vitest'
import { createTurns } from './turns.js'

const never = new AbortController().signal

test('no more jobs run at once than have turns, and the others follow in order', async () => {
  const turns = createTurns(2)
  let running = 0
  let most = 0
  const begun: number[] = []
  const job = (name: number) => async () => {
    begun.push(name)
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  }
  await Promise.all([1, 2, 3, 4, 5].map((name) => turns.take(never, job(name))))
  expect([most, begun]).toEqual([2, [1, 2, 3, 4, 5]])
})

test('a turn is given back by a job that fails, and never taken by one that left the queue', async () => {
  const turns = createTurns(1)
  const first = turns.take(never, () => Promise.reject(new Error('broken')))
  const left = new AbortController()
  const second = turns.take(left.signal, async () => 'second')
  const third = turns.take(never, async () => 'third')
  left.abort(new Error('gone'))
  await expect(first).rejects.toThrow('broken')
  await expect(second).rejects.toThrow('gone')
  expect(await third).toBe('third')
})
