import { describe, expect, test } from 'vitest'
import { canonicalSchema } from './canonical-schema.ts'

const document = {
  components: { schemas: { Name: { type: 'string', minLength: 1, description: 'A name.' } } },
}
const reference = { $ref: '#/components/schemas/Name' }

describe('a schema of OpenAPI 3.1 and its like of 3.0', () => {
  test.each([
    ['a text or null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['a reference or null', { oneOf: [reference, { type: 'null' }] }, { allOf: [reference], nullable: true }],
    ['a constant', { type: 'string', const: 'USD' }, { type: 'string', enum: ['USD'], nullable: false }],
    [
      'several types',
      { type: ['string', 'number'] },
      { anyOf: [{ type: 'string' }, { type: 'number', format: 'double' }] },
    ],
    ['a whole number', { type: 'integer' }, { type: 'integer', format: 'int32' }],
    [
      'an open object',
      { type: 'object' },
      { type: 'object', properties: {}, required: [], additionalProperties: true },
    ],
    ['required fields', { type: 'object', required: ['b', 'a'] }, { type: 'object', required: ['a', 'b'] }],
    ['words', { ...reference, description: 'x' }, { type: 'string', minLength: 1, example: 'y' }],
  ])('come to the same: %s', (_name, newer, older) => {
    expect(canonicalSchema(document, newer)).toEqual(canonicalSchema(document, older))
  })

  test.each([
    ['null', { type: 'string' }, { type: 'string', nullable: true }],
    ['another type', { type: 'integer' }, { type: 'number' }],
    ['another length', { type: 'string', maxLength: 1 }, { type: 'string', maxLength: 2 }],
    ['a default', { type: 'string', default: 'a' }, { type: 'string' }],
    ['a closed object', { type: 'object' }, { type: 'object', additionalProperties: false }],
    ['a format with a meaning', { type: 'string', format: 'date-time' }, { type: 'string' }],
    ['a choice', { anyOf: [{ type: 'string' }, reference] }, { anyOf: [reference] }],
  ])('stay apart by %s', (_name, left, right) => {
    expect(canonicalSchema(document, left)).not.toEqual(canonicalSchema(document, right))
  })
})
