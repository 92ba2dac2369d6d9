import { expect, test } from 'vitest'
import { Mutex } from './mutex.ts'

test('admits one holder at a time, in the order of requests', async () => {
  const mutex = new Mutex()
  const order: number[] = []
  let inside = 0
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await mutex.lock()
      inside += 1
      expect(inside).toBe(1)
      await Promise.resolve()
      order.push(index)
      inside -= 1
      mutex.unlock()
    }),
  )
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

test('is free again after the last holder has released it', async () => {
  const mutex = new Mutex()
  for (let round = 0; round < 3; round += 1) {
    await mutex.lock()
    mutex.unlock()
  }
  await expect(mutex.lock()).resolves.toBeUndefined()
})
