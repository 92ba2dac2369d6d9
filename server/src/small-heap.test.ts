import { expect, test } from 'vitest'
import { settleHeapLimit } from './small-heap.js'

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
