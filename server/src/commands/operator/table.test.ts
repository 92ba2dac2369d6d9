import { expect, test } from 'vitest'
import { countOf } from './table.ts'

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [2, '2 entries'],
])('%i is counted as in a sentence', (count, text) => {
  expect(countOf(count, 'entry', 'entries')).toBe(text)
  expect(countOf(count, 'task')).toBe(count === 1 ? '1 task' : `${count} tasks`)
})
