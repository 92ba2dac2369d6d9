import { getHeapSpaceStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { growYoungGeneration, keepHeapSmall, settleHeapLimit } from './small-heap.ts'

test('settling the heap collects unreferenced objects', () => {
  const held: { bytes?: number[] } = { bytes: Array.from({ length: 1_000 }, () => 1) }
  const reference = new WeakRef(held.bytes ?? [])
  delete held.bytes
  return new Promise<void>((resolve) => {
    // A WeakRef keeps its object alive until the turn in which it was created has ended.
    setImmediate(() => {
      settleHeapLimit()
      expect(reference.deref()).toBeUndefined()
      resolve()
    })
  })
})

test('the young generation grows to 8 MB for each of its halves', () => {
  keepHeapSmall()
  growYoungGeneration()
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  expect(young?.space_size).toBeGreaterThanOrEqual(2 * 8 * 1024 * 1024)
})
