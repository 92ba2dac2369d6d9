import { expect, test } from 'vitest'
import { duplicateTestNames } from './duplicate-test-names.ts'

test('the same name twice in one suite is found, with its lines', () => {
  const source = `describe('a', () => {\n  test('b', () => {})\n  test.skipIf(x)('b', () => {})\n})`
  expect(duplicateTestNames(source)).toEqual([{ name: 'a > b', lines: [2, 3] }])
})

test('the same name in two suites is no duplicate', () => {
  expect(
    duplicateTestNames(`describe('a', () => { test('c') })\ndescribe.each([1])('b', () => { test('c') })`),
  ).toEqual([])
})

test('two tests from tables with one title are found', () => {
  expect(duplicateTestNames(`test.each(rows)('%s', f)\ntest.each(others)('%s', f)`)).toHaveLength(1)
})
