import { expect, test } from 'vitest'
import { findCapacity, type Load, loadMs } from './capacity.ts'

const minutes = loadMs / 60_000

function loadOf(change: Partial<Load> = {}, images: Partial<Load['products'][number]> = {}): Load {
  const product = {
    product: 'image.generate' as const,
    waiting: 0,
    blocked: 0,
    accepted: 60 * minutes,
    ended: 60 * minutes,
    seconds: 60 * minutes * 8,
    ...images,
  }
  return { products: [product], workers: 3, slots: 12, running: 8, ...change }
}

test('a minute of 60 tasks that take 8 s keeps 8 slots busy, and needs a slot in five to spare', () => {
  const { slotsNeeded, workersNeeded, sentence } = findCapacity(loadOf())
  expect([slotsNeeded, workersNeeded]).toEqual([8, 3])
  expect(sentence).toBe(
    'In the last 15 minutes 900 tasks were accepted, and those that ended had a slot for 8 s on average: that keeps 8 slots busy (tasks × seconds / 900). With one slot in five to spare, this needs 3 workers of 4 slots; 3 are alive.',
  )
})

test('more orders than ends need as many slots as the orders do', () => {
  const { workersNeeded, products } = findCapacity(loadOf({}, { accepted: 120 * minutes, waiting: 600 }))
  expect(workersNeeded).toBe(5)
  expect(products[0]).toEqual({
    product: 'image.generate',
    acceptedPerMinute: 120,
    endedPerMinute: 60,
    drainSeconds: 600,
  })
})

test('tasks that wait while slots are free do not need workers', () => {
  const { sentence } = findCapacity(loadOf({ running: 2 }, { waiting: 5 }))
  expect(sentence).toContain('Tasks wait while slots are free')
  expect(findCapacity(loadOf({ running: 2 }, { waiting: 5, blocked: 5 })).sentence).not.toContain(
    'Tasks wait',
  )
})

test('what nothing tells is not said', () => {
  const stuck = findCapacity(loadOf({}, { ended: 0, seconds: 0, waiting: 7 }))
  expect([stuck.slotsNeeded, stuck.workersNeeded, stuck.products[0]?.drainSeconds]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(stuck.sentence).toBe(
    'No task of image.generate has ended in the last 15 minutes, so nothing tells how many workers are needed; 3 are alive.',
  )
  const films = {
    product: 'video.generate' as const,
    waiting: 0,
    blocked: 0,
    accepted: 1,
    ended: 0,
    seconds: 0,
  }
  const partly = findCapacity({ ...loadOf(), products: [...loadOf().products, films] })
  expect(partly.slotsNeeded).toBe(8)
  expect(partly.sentence).toContain('3 are alive. Not counted is video.generate, of which no task has ended')
  const old = findCapacity(loadOf({ slots: undefined, workers: 1 }))
  expect(old.sentence).toContain('keeps 8 slots busy')
  expect(old.sentence).toContain('The slots of the workers are not known, and 1 is alive.')
  const none = findCapacity(loadOf({ workers: 0, slots: 0 }))
  expect(none.workersNeeded).toBeUndefined()
  expect(none.sentence).toContain('none is alive')
})

test('without orders no worker is needed', () => {
  const { workersNeeded, sentence } = findCapacity(loadOf({}, { accepted: 0 }))
  expect(workersNeeded).toBe(0)
  expect(sentence).toBe('No task was accepted in the last 15 minutes; of the workers 3 are alive.')
})
