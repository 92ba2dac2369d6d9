import { expect, test } from 'vitest'
import { inNewerWords } from './older-words.ts'

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
  [
    { type: 'integer', minimum: 1, exclusiveMinimum: true },
    { type: 'integer', exclusiveMinimum: 1 },
  ],
  [
    { type: 'integer', maximum: 1, exclusiveMaximum: false },
    { type: 'integer', maximum: 1 },
  ],
])('%j says the same in words of OpenAPI 3.1', (schema, expected) => {
  expect(inNewerWords(Object(schema))).toEqual(expected)
})
