import fc from 'fast-check'

/** A schema of the subset, and values that meet it without undeclared fields. */
export interface RandomSchema {
  readonly schema: object
  readonly values: fc.Arbitrary<unknown>
}

const fieldNames = ['a', 'b', 'c-d', 'class', '$e', 'toString'] as const

const strings = fc
  .record({ minLength: fc.nat(3), more: fc.nat(5) })
  .map(({ minLength, more }): RandomSchema => {
    const maxLength = minLength + more
    return {
      schema: { type: 'string', minLength, maxLength },
      values: fc.string({ unit: 'binary', minLength, maxLength }),
    }
  })
const integers = fc.record({ minimum: fc.integer({ min: -9, max: 9 }), more: fc.nat(20) }).map(
  ({ minimum, more }): RandomSchema => ({
    schema: { type: 'integer', minimum, maximum: minimum + more },
    values: fc.integer({ min: minimum, max: minimum + more }),
  }),
)
const enums = fc
  .uniqueArray(fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean(), fc.constant(null)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((values): RandomSchema => ({ schema: { enum: values }, values: fc.constantFrom(...values) }))
const plain: RandomSchema[] = [
  { schema: { type: 'boolean' }, values: fc.boolean() },
  { schema: { type: 'number', exclusiveMinimum: 0 }, values: fc.double({ min: 0.01, max: 99, noNaN: true }) },
  { schema: { type: ['string', 'null'] }, values: fc.option(fc.string()) },
  { schema: { const: "it's */ `const`" }, values: fc.constant("it's */ `const`") },
  { schema: { type: 'string', format: 'uuid' }, values: fc.uuid() },
]
const scalars = fc.oneof(strings, integers, enums, fc.constantFrom(...plain))

function arrays(items: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  return fc.record({ item: items, maxItems: fc.integer({ min: 1, max: 4 }) }).map(({ item, maxItems }) => ({
    schema: { type: 'array', items: item.schema, maxItems },
    values: fc.array(item.values, { maxLength: maxItems }),
  }))
}

function maps(items: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  return items.map((item) => ({
    schema: { type: 'object', additionalProperties: item.schema },
    values: fc.dictionary(fc.constantFrom('x', 'y', 'z z'), item.values),
  }))
}

function objects(fields: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  return fc
    .record({
      names: fc.uniqueArray(fc.constantFrom(...fieldNames), { minLength: 1, maxLength: 4 }),
      schemas: fc.array(fields, { minLength: 4, maxLength: 4 }),
      requiredCount: fc.nat(4),
      isClosed: fc.boolean(),
    })
    .map(({ names, schemas, requiredCount, isClosed }) => {
      const pairs = names.flatMap((name, index) => {
        const own = schemas[index]
        return own === undefined ? [] : [[name, own] as const]
      })
      const required = names.slice(0, requiredCount)
      return {
        schema: {
          type: 'object',
          required,
          properties: Object.fromEntries(pairs.map(([name, own]) => [name, own.schema])),
          ...(isClosed && { additionalProperties: false }),
        },
        values: fc.record(Object.fromEntries(pairs.map(([name, own]) => [name, own.values])), {
          requiredKeys: [...required],
          noNullPrototype: true,
        }),
      }
    })
}

/** Alternatives that a field of each tells apart. */
function alternatives(fields: fc.Arbitrary<RandomSchema>): fc.Arbitrary<RandomSchema> {
  return fc.tuple(fields, fields).map((pair) => ({
    schema: {
      type: 'object',
      discriminator: { propertyName: 'kind' },
      oneOf: pair.map((own, index) => ({
        type: 'object',
        required: ['kind', 'value'],
        properties: { kind: { const: `kind ${index}` }, value: own.schema },
      })),
    },
    values: fc.oneof(
      ...pair.map((own, index) =>
        fc.record({ kind: fc.constant(`kind ${index}`), value: own.values }, { noNullPrototype: true }),
      ),
    ),
  }))
}

/** Schemas of the subset, nested up to three deep. */
export const randomSchemas: fc.Arbitrary<RandomSchema> = nested(3)

function nested(depth: number): fc.Arbitrary<RandomSchema> {
  if (depth === 0) return scalars
  const inner = nested(depth - 1)
  return fc.oneof(
    { weight: 1, arbitrary: scalars },
    { weight: 2, arbitrary: arrays(inner) },
    { weight: 1, arbitrary: maps(inner) },
    { weight: 4, arbitrary: objects(inner) },
    { weight: 1, arbitrary: alternatives(inner) },
  )
}
