import { expect, test } from 'vitest'
import { isInt64, roundedElsewhere } from './int64.ts'

test('bigints stay where the contract has them alone, and bytes are what they were', () => {
  const bytes = new Uint8Array([1, 2])
  const body = { id: 9007199254740993n, list: [9007199254740993n], file: { bytes }, tree: { id: 2n ** 62n } }
  const shape = { fields: { id: { int64: true }, tree: { named: 'Tree' } } } as const
  const rounded = roundedElsewhere(body, shape, { Tree: shape })
  expect(rounded).toEqual({ ...body, list: [9007199254740992] })
  expect(Object(rounded).file.bytes).toBe(bytes)
})

test.each([
  [2n ** 63n - 1n, {}, true],
  [2n ** 63n, {}, false],
  [-(2n ** 63n), {}, true],
  [2 ** 53, {}, false],
  [1.5, {}, false],
  ['1', {}, false],
  [6n, { multipleOf: 3, exclusiveMinimum: 5, exclusiveMaximum: 7 }, true],
  [7n, { multipleOf: 3 }, false],
  [5n, { exclusiveMinimum: 5 }, false],
])('%s with the bounds %j is one: %s', (value, rules, verdict) => {
  expect(isInt64(value, rules)).toBe(verdict)
})
