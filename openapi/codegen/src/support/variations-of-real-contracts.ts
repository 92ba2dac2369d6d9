import type { Variation } from './variation.ts'
import { field } from './variations-of-bodies.ts'

/** What published contracts say otherwise than others, and mean all the same. */
export const variationsOfRealContracts: readonly Variation[] = [
  ...[19.99, 4.35, 0.07, 0.29, 8.2, 33.33, 1.1].map((price) =>
    field(`a price of ${price}`, { type: 'number', multipleOf: 0.01 }, price, price + 0.001),
  ),
  field(
    'a price that may be null',
    { type: 'number', nullable: true, exclusiveMinimum: true, minimum: 0 },
    null,
    0,
  ),
  {
    name: 'an empty list of values',
    body: { type: 'object', properties: { x: { type: 'string', enum: [] } } },
    calls: [
      { body: {}, input: { body: {} } },
      { body: { x: 'a' }, rejected: 400 },
    ],
  },
  field('a pattern of another dialect', { type: 'string', pattern: '^[\\w\\-\\_]+$' }, 'a-_', 'a:'),
  {
    name: 'a required field that only responses have',
    body: {
      type: 'object',
      required: ['id', 'a'],
      properties: { id: { type: 'string', readOnly: true }, a: { type: 'string' } },
    },
    calls: [
      { body: { a: 'x' }, input: { body: { a: 'x' } } },
      { body: { id: 'y' }, rejected: 400 },
    ],
  },
  ...[':cancel', '/{id}:undo', '/', '/a*b(c)'].map(
    (path): Variation => ({
      name: `the path ${path}`,
      path,
      ...(path.includes('{') && {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      }),
      calls: [path.includes('{') ? { path: '/7:undo', input: { id: '7' } } : { path, input: undefined }],
    }),
  ),
  {
    name: 'schemas named like what the generated code exports',
    body: { $ref: '#/components/schemas/ErrorResponse' },
    components: Object.fromEntries(
      ['ErrorResponse', 'ErrorCode', 'Violation', 'RequestEnd', 'errorCodes'].map((name) => [
        name,
        { type: 'object' },
      ]),
    ),
    calls: [{ body: {}, input: { body: {} } }],
  },
  {
    name: 'fields whose names have rules',
    body: { type: 'object', propertyNames: { maxLength: 2 }, additionalProperties: { type: 'string' } },
    calls: [
      { body: { ab: 'x' }, input: { body: { ab: 'x' } } },
      { body: { abc: 'x' }, rejected: 400 },
    ],
  },
]
