import { query, type Variation } from './variation.ts'
import { field } from './variations-of-bodies.ts'

const pets = Object.fromEntries(
  ['pet.cat', 'pet.dog'].map((name) => [
    name,
    {
      type: 'object',
      required: ['id', 'kind'],
      properties: { id: { type: 'string', readOnly: true }, kind: { type: 'string' } },
    },
  ]),
)
/** Alternatives whose schemas have other names in generated code, twice: of another form, and without what only responses have. */
const chosen = (name: string, mapping: object | undefined, good: string, bad: string): Variation => ({
  name,
  body: {
    oneOf: Object.keys(pets).map((pet) => ({ $ref: `#/components/schemas/${pet}` })),
    discriminator: { propertyName: 'kind', ...(mapping !== undefined && { mapping }) },
  },
  components: pets,
  calls: [
    { body: { kind: good }, input: { body: { kind: good } } },
    { body: { kind: bad }, rejected: 400 },
  ],
})

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
  chosen('alternatives chosen by their names', undefined, 'pet.cat', 'PetCatRequest'),
  chosen(
    'alternatives chosen by a mapping',
    { cat: '#/components/schemas/pet.cat', dog: 'pet.dog' },
    'dog',
    'pet.dog',
  ),
  {
    name: 'a default beside a reference that has one',
    method: 'get',
    parameters: [query('x', { $ref: '#/components/schemas/Sorting', default: 'desc' })],
    components: { Sorting: { type: 'string', default: 'asc' } },
    calls: [{ input: { x: 'desc' } }],
  },
  field(
    'a declared field that a pattern of names covers, too',
    { properties: { 'x-a': { type: 'string' } }, patternProperties: { '^x-': { maxLength: 2 } } },
    { 'x-a': 'ab' },
    { 'x-a': 'abc' },
  ),
  field('words that say nothing alone', { type: 'integer', if: { minimum: 1 }, minContains: 2 }, 1, 'a'),
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
