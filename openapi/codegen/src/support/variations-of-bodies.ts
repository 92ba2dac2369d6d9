import type { Variation } from './variation.ts'

export const field = (name: string, schema: object, good: unknown, bad: unknown): Variation => ({
  name,
  body: { type: 'object', properties: { x: schema } },
  calls: [
    { body: { x: good }, input: { body: { x: good } } },
    { body: { x: bad }, rejected: 400 },
  ],
})
const whole = (name: string, schema: object, good: unknown, bad: unknown): Variation => ({
  name,
  body: schema,
  calls: [
    { body: good, input: { body: good } },
    { body: bad, rejected: 400 },
  ],
})
const text = { type: 'string' }

/** Variations of bodies that are generated, and respond as they say. */
export const variationsOfBodies: readonly Variation[] = [
  whole('a text as a body', { type: 'string', minLength: 2 }, 'ab', 'a'),
  whole('a number as a body', { type: 'number' }, 1.5, '1.5'),
  whole('null as a body', { type: ['boolean', 'null'] }, null, 0),
  whole('a list as a body', { type: 'array', items: { type: 'integer' }, uniqueItems: true }, [1, 2], [1, 1]),
  whole(
    'a map as a body',
    { type: 'object', additionalProperties: { type: 'integer' } },
    { a: 1 },
    { a: 'x' },
  ),
  whole('anything as a body', { not: { type: 'null' } }, { a: [1, { b: null }] }, null),
  field('a nested object', { type: 'object', required: ['y'], properties: { y: text } }, { y: 'a' }, {}),
  field(
    'a list of objects',
    { type: 'array', items: { type: 'object', properties: { y: { type: 'boolean' } } } },
    [{ y: true }],
    [{ y: 1 }],
  ),
  field(
    'a tuple',
    { type: 'array', prefixItems: [text, { type: 'integer' }], items: false, minItems: 1 },
    ['a', 1],
    ['a', 1, 2],
  ),
  field(
    'a field that holds an item',
    { type: 'array', contains: { const: 1 }, minContains: 2 },
    [1, 0, 1],
    [1],
  ),
  field(
    'names of a pattern',
    { type: 'object', patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false },
    { n_a: 1 },
    { m: 1 },
  ),
  field('a field of several types', { type: ['string', 'integer', 'null'] }, null, true),
  field('a list that may be null', { type: ['array', 'null'], items: { type: 'integer' } }, null, ['a']),
  field('fields that need each other', { dependentRequired: { a: ['b'] } }, { b: 1 }, { a: 1 }),
  field('a value that is not', { type: 'string', not: { enum: ['root'] } }, 'a', 'root'),
  field('a multiple', { type: 'number', multipleOf: 0.5, exclusiveMaximum: 2 }, 1.5, 2),
  field('a moment', { type: 'string', format: 'date-time' }, '2026-01-01T00:00:00Z', '2026-01-01'),
  field('a format that nobody knows', { type: 'string', format: 'isbn' }, 'any', 1),
  field('a pattern with a comment end', { type: 'string', pattern: '^a*/b$' }, 'aa/b', 'a'),
  field('a long number', { type: 'integer', format: 'int64', minimum: 0 }, 9007199254740991, -1),
  field(
    'fields that no part declares',
    { allOf: [{ type: 'object', properties: { a: text } }], unevaluatedProperties: false },
    { a: 'x' },
    { b: 'x' },
  ),
  field(
    'a branch that needs its fields',
    {
      anyOf: [
        { type: 'object', required: ['a'], properties: { a: text } },
        { type: 'object', required: ['b'], properties: { b: text } },
      ],
    },
    { b: 'x' },
    { c: 'x' },
  ),
  field('a const', { const: 'yes' }, 'yes', 'no'),
  {
    name: 'an undeclared field',
    body: { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } },
    calls: [{ body: { a: { b: 'x', c: 1 }, d: 2 }, input: { body: { a: { b: 'x' } } } }],
  },
  {
    name: 'undeclared fields that the contract forbids',
    body: { type: 'object', properties: { a: text }, additionalProperties: false },
    calls: [{ body: { a: 'x', b: 1 }, rejected: 400 }],
  },
  {
    name: 'undeclared fields that the contract welcomes',
    body: { type: 'object', properties: { a: text }, additionalProperties: true },
    calls: [{ body: { a: 'x', b: { c: 1 } }, input: { body: { a: 'x', b: { c: 1 } } } }],
  },
  {
    name: 'undeclared fields that one part of several welcomes',
    body: {
      allOf: [
        { type: 'object', properties: { a: text } },
        { type: 'object', additionalProperties: true },
      ],
    },
    calls: [{ body: { a: 'x', b: { c: 1 } }, input: { body: { a: 'x', b: { c: 1 } } } }],
  },
  {
    name: 'fields beside alternatives',
    body: {
      type: 'object',
      required: ['a'],
      properties: { a: text },
      oneOf: [
        { type: 'object', required: ['b'], properties: { b: text } },
        { type: 'object', required: ['c'], properties: { c: text } },
      ],
    },
    calls: [
      { body: { a: 'x', c: 'y', d: 'z' }, input: { body: { a: 'x', c: 'y' } } },
      { body: { a: 'x' }, rejected: 400 },
      { body: { a: 'x', b: 'y', c: 'z' }, rejected: 400 },
    ],
  },
  {
    name: 'defaults inside',
    body: {
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'integer', default: 3 } } },
        c: { type: 'array', items: text, default: [] },
        d: { type: 'object', properties: { e: { type: 'boolean', default: true } }, default: {} },
      },
    },
    calls: [{ body: { a: {} }, input: { body: { a: { b: 3 }, c: [], d: { e: true } } } }],
  },
  {
    name: 'defaults in alternatives',
    body: {
      type: 'object',
      properties: { kind: text, inner: { $ref: '#/components/schemas/Defaulted' } },
      oneOf: [
        { required: ['kind'], properties: { x: { type: 'integer', default: 1 } } },
        {
          required: ['y'],
          properties: { y: { type: 'array', items: { $ref: '#/components/schemas/Defaulted' } } },
        },
      ],
    },
    components: {
      Defaulted: {
        type: 'object',
        properties: {
          b: { type: 'integer', default: 3 },
          next: { $ref: '#/components/schemas/Defaulted' },
        },
      },
    },
    calls: [
      {
        body: { kind: 'k', inner: { next: {} } },
        input: { body: { kind: 'k', inner: { b: 3, next: { b: 3 } } } },
      },
      { body: { y: [{ next: {} }] }, input: { body: { y: [{ next: {} }] } } },
    ],
  },
  {
    name: 'a field that only responses have',
    body: { type: 'object', properties: { id: { type: 'string', readOnly: true }, a: text } },
    calls: [{ body: { id: 'mine', a: 'x' }, input: { body: { a: 'x' } } }],
  },
  {
    name: 'a rule beside a reference',
    body: { type: 'object', properties: { x: { $ref: '#/components/schemas/Short', minLength: 2 } } },
    components: { Short: { type: 'string', maxLength: 3 } },
    calls: [
      { body: { x: 'abc' }, input: { body: { x: 'abc' } } },
      { body: { x: 'a' }, rejected: 400 },
      { body: { x: 'abcd' }, rejected: 400 },
    ],
  },
  {
    name: 'fields beside a reference',
    body: {
      $ref: '#/components/schemas/Named',
      properties: { age: { type: 'integer', default: 7 } },
    },
    components: { Named: { type: 'object', required: ['name'], properties: { name: text } } },
    calls: [{ body: { name: 'x', other: 1 }, input: { body: { name: 'x', age: 7 } } }],
  },
  {
    name: 'a reference into a schema',
    body: { type: 'object', properties: { x: { $ref: '#/components/schemas/Outer/properties/inner' } } },
    components: { Outer: { type: 'object', properties: { inner: { type: 'integer' } } } },
    calls: [
      { body: { x: 1 }, input: { body: { x: 1 } } },
      { body: { x: 'a' }, rejected: 400 },
    ],
  },
  {
    name: 'schemas that are called as types',
    body: {
      type: 'object',
      properties: { x: { $ref: '#/components/schemas/Date' }, y: { $ref: '#/components/schemas/my.type-2' } },
    },
    components: { Date: { type: 'object', properties: { day: { type: 'integer' } } }, 'my.type-2': text },
    calls: [{ body: { x: { day: 1 }, y: 'a' }, input: { body: { x: { day: 1 }, y: 'a' } } }],
  },
  {
    name: 'a tree through two schemas',
    body: { $ref: '#/components/schemas/Folder' },
    components: {
      Folder: {
        type: 'object',
        required: ['entries'],
        properties: { entries: { type: 'array', items: { $ref: '#/components/schemas/Entry' } } },
      },
      Entry: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Folder' }] },
    },
    calls: [
      {
        body: { entries: ['a', { entries: [{ entries: [] }] }] },
        input: { body: { entries: ['a', { entries: [{ entries: [] }] }] } },
      },
      { body: { entries: [{ entries: [1] }] }, rejected: 400 },
    ],
  },
  {
    name: 'a media type of its own',
    media: 'application/merge-patch+json',
    body: { type: 'object', properties: { a: text } },
    calls: [
      {
        headers: { 'Content-Type': 'application/merge-patch+json' },
        body: { a: 'x' },
        input: { body: { a: 'x' } },
      },
      { headers: { 'Content-Type': 'application/json' }, body: { a: 'x' }, rejected: 415 },
    ],
  },
]
