import type { Contract } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import { isRecord, listOf, record } from '../read/record.ts'

type Schema = Readonly<Record<string, unknown>>

/** One field of a request's body. */
export interface Field {
  readonly name: string
  readonly schema: Schema
}

/** The fields of a body, those of `allOf` and of every branch of `anyOf` and `oneOf` together. */
export function fieldsOf(contract: Contract, schema: unknown): Field[] {
  const whole = resolve(contract, schema)
  return Object.entries(record(whole.properties)).map(([name, field]) => ({
    name,
    schema: resolve(contract, field),
  }))
}

/**
 * A schema with its references resolved; requirements of its alternatives are left out, because another one
 * may apply.
 */
function resolve(contract: Contract, schema: unknown): Schema {
  const { $ref, allOf, anyOf, oneOf, ...own } = record(schema)
  const certain = [
    ...($ref === undefined ? [] : [follow<object>(contract, record({ $ref }))]),
    ...listOf(allOf),
  ]
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)].map((part) => {
    const { required: _required, ...rest } = resolve(contract, part)
    return rest
  })
  const parts = [...certain.map((part) => resolve(contract, part)), own]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...[...alternatives, ...parts].map(({ properties }) => properties)),
    required: parts.flatMap(({ required }: Schema) => listOf(required)),
  }
}

/** Decides whether a value meets a schema. */
type Oracle = (schema: Schema, value: unknown) => boolean

/** Values that a schema rejects: just beyond each bound, of other types, and outside an enum. */
export function wrongValues(schema: Schema, oracle: Oracle): unknown[] {
  const others = [null, true, 5, 'text', '5', [], {}]
  return distinct([...beyondBounds(schema), ...others]).filter((value) => !oracle(schema, value))
}

/** Values that a schema accepts: on each bound, and every member of an enum. */
export function edgeValues(schema: Schema, oracle: Oracle): unknown[] {
  return distinct([...onBounds(schema), ...beyondBounds(schema)]).filter((value) => oracle(schema, value))
}

/** One Unicode character that has length two in UTF-16. */
const emoji = '\u{1f98a}'

function onBounds(schema: Schema): unknown[] {
  const { minLength = 0, maxLength, minimum, maximum } = schema
  return [
    ...listOf(schema.enum),
    ...('const' in schema ? [schema.const] : []),
    ...('default' in schema ? [schema.default] : []),
    ...(isCount(minLength) ? ['x'.repeat(minLength), emoji.repeat(minLength)] : []),
    ...(isCount(maxLength) ? ['x'.repeat(maxLength), emoji.repeat(maxLength)] : []),
    ...(typeof minimum === 'number' ? [minimum, minimum + 1] : []),
    ...(typeof maximum === 'number' ? [maximum, maximum - 1] : []),
    ...(schema.type === 'string' ? [' ', 'line\nfeed', 'é'] : []),
  ]
}

function beyondBounds(schema: Schema): unknown[] {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const listed = [...listOf(schema.enum), ...('const' in schema ? [schema.const] : [])]
  return [
    ...listed.flatMap((value) => (typeof value === 'string' ? [value.toUpperCase(), `${value} `] : [])),
    ...listed.flatMap((value) => (typeof value === 'number' ? [value + 1, value + 0.5, String(value)] : [])),
    ...(isCount(minLength) && minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
    ...(isCount(maxLength) ? ['x'.repeat(maxLength + 1), emoji.repeat(maxLength + 1)] : []),
    ...(typeof minimum === 'number' ? [minimum - 1, minimum + 0.5, -minimum, String(minimum)] : []),
    ...(typeof maximum === 'number' ? [maximum + 1, 1e300] : []),
    ...(typeof exclusiveMinimum === 'number' ? [exclusiveMinimum] : []),
    ...(typeof exclusiveMaximum === 'number' ? [exclusiveMaximum] : []),
    // Whether a pattern rejects these depends on the pattern: the oracle sorts them.
    ...(schema.pattern === undefined ? [] : ['', 'a\u0000b', 'half a \ud83e fox', '-', 'UPPER', '1,00']),
  ]
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value)
}

function distinct(values: readonly unknown[]): unknown[] {
  const known = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...known.values()]
}

/** A value in readable form, long texts by their length. */
export function show(value: unknown): string {
  if (typeof value === 'string' && value.length > 40) return `${[...value].length} times ${[...value][0]}`
  return JSON.stringify(isRecord(value) && Object.keys(value).length > 0 ? '{…}' : value) ?? 'nothing'
}
