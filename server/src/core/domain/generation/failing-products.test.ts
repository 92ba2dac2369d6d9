import { expect, test } from 'vitest'
import { findFailing, type TaskEnds } from './failing-products.ts'

function ends(
  count: number,
  status: TaskEnds['status'],
  errorCode?: TaskEnds['errorCode'],
  product: TaskEnds['product'] = 'image.generate',
): TaskEnds[] {
  return [{ product, status, errorCode, count }]
}

test('three failures of more than one in ten are a product that fails, and two or fewer of ten are none', () => {
  expect(findFailing([...ends(3, 'FAILED', 'WORKER_TIMEOUT'), ...ends(20, 'SUCCEEDED')])).toEqual([
    { product: 'image.generate', ended: 23, failed: 3, refused: 0 },
  ])
  expect(findFailing(ends(2, 'FAILED', 'WORKER_TIMEOUT'))).toEqual([])
  expect(findFailing([...ends(3, 'FAILED', 'WORKER_TIMEOUT'), ...ends(30, 'SUCCEEDED')])).toEqual([])
})

test('inputs that are refused count only where nothing succeeds', () => {
  const refused = ends(4, 'FAILED', 'INVALID_INPUT', 'image.transform')
  expect(findFailing([...refused, ...ends(9, 'SUCCEEDED')])).toEqual([
    { product: 'image.transform', ended: 4, failed: 4, refused: 4 },
  ])
  expect(findFailing([...refused, ...ends(1, 'SUCCEEDED', undefined, 'image.transform')])).toEqual([])
})

test('tasks that were cancelled or go on do not count', () => {
  expect(findFailing([...ends(9, 'CANCELLED'), ...ends(9, 'PROCESSING'), ...ends(2, 'FAILED')])).toEqual([])
})
