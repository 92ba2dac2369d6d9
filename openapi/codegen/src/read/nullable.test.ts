import { expect, test } from 'vitest'
import { withoutNullable } from './nullable.ts'

const reference = { $ref: '#/components/schemas/Item' }

test.each([
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [{ type: 'string', nullable: false }, { type: 'string' }],
  [
    { type: 'string', enum: ['a'], nullable: true, description: 'd' },
    { description: 'd', type: ['string', 'null'], enum: ['a', null] },
  ],
  [{ enum: ['a', null], nullable: true }, { enum: ['a', null] }],
  [{ ...reference, nullable: true }, { anyOf: [reference, { type: 'null' }] }],
  [
    { allOf: [reference], nullable: true, readOnly: true },
    { readOnly: true, anyOf: [{ allOf: [reference] }, { type: 'null' }] },
  ],
  [
    { type: 'object', allOf: [reference], nullable: true },
    { anyOf: [{ type: 'object', allOf: [reference] }, { type: 'null' }] },
  ],
  [{ oneOf: [{ nullable: true }, reference] }, { oneOf: [{ type: 'null' }, reference] }],
  [{ nullable: true, description: 'Anything.' }, { description: 'Anything.' }],
])('%j allows null, and nothing else that it did not', (schema, expected) => {
  expect(withoutNullable(Object(schema))).toEqual(expected)
})
