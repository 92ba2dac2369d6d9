import type { Schema } from './contract.ts'

const singles = ['items', 'contains', 'propertyNames', 'not', 'if', 'then', 'else', 'unevaluatedItems', 'unevaluatedProperties',
  'additionalProperties', 'contentSchema'] // biome-ignore format: a word list
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs']

/** The schema with each schema directly inside it replaced, in the order of its keywords. */
export function mapSubschemas(schema: Schema, change: (inner: Schema, keys: string[]) => unknown): Schema {
  return mapInner(schema, (inner, keys) => (isSchema(inner) ? change(inner, keys) : inner))
}

/** The same with what stands in place of a schema, too. */
function mapInner(schema: Schema, change: (inner: unknown, keys: string[]) => unknown): Schema {
  const changed = Object.entries(schema).map(([keyword, value]: [string, unknown]) => {
    if (singles.includes(keyword)) return [keyword, change(value, [keyword])]
    if (lists.includes(keyword) && Array.isArray(value))
      return [keyword, value.map((item, index) => change(item, [keyword, String(index)]))]
    if (!maps.includes(keyword) || !isSchema(value)) return [keyword, value]
    const entries = Object.entries(value).map(([name, item]) => [name, change(item, [keyword, name])])
    return [keyword, Object.fromEntries(entries)]
  })
  return Object.fromEntries(changed)
}

/** The document with each of its schemas replaced, an outer one before those inside it. */
export function mapSchemas(document: unknown, change: (schema: Schema) => Schema): unknown {
  const changed = (schema: unknown): unknown =>
    isSchema(schema) ? mapSubschemas(change(schema), changed) : schema
  return mapSchemaPlaces(document, changed)
}

/** The document with what stands where OpenAPI has a schema replaced; values of examples are none. */
export function mapSchemaPlaces(document: unknown, change: (schema: unknown) => unknown): unknown {
  const visit = (value: unknown, key: string, isName: boolean): unknown => {
    if (!isName && key === 'schema') return change(value)
    if (!isName && (key === 'example' || key === 'examples' || key.startsWith('x-'))) return value
    if (key === 'schemas' && isSchema(value)) return mapValues(value, change)
    if (Array.isArray(value)) return value.map((item) => visit(item, '', true))
    if (!isSchema(value)) return value
    const isMap = !isName && maps.concat(namedParts).includes(key)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item, name, isMap)]))
  }
  return visit(document, '', true)
}

/** Keys whose value has names of the contract as its keys. */
const namedParts = ['paths', 'responses', 'headers', 'content', 'encoding', 'requestBodies', 'parameters', 'callbacks', 'pathItems',
  'webhooks'] // biome-ignore format: a word list

function mapValues(record: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/** Visits each schema directly inside a schema, with the keys that lead to it. */
export function eachSubschema(schema: Schema, visit: (inner: Schema, keys: string[]) => void): void {
  mapSubschemas(schema, (inner, keys) => {
    visit(inner, keys)
    return inner
  })
}

/** `true` and `false` written as objects, which everything after can read like any other schema. */
export function withoutBooleans(value: unknown): unknown {
  if (value === true) return {}
  if (value === false) return { not: {} }
  if (!isSchema(value)) return value
  return mapInner(value, (inner, [keyword = '']) => {
    const mayBeBoolean = keyword === 'additionalProperties' || keyword.startsWith('unevaluated')
    return typeof inner === 'boolean' && mayBeBoolean ? inner : withoutBooleans(inner)
  })
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
