import { isRecord } from '../../read/record.ts'

/** A JSON value that is an object. */
export type Json = Readonly<Record<string, unknown>>

/**
 * One spelling for what OpenAPI 3.0 (tsoa) and 3.1 (the contract) write differently, with references followed
 * and annotations left out: `nullable` for null types, `enum` for `const`, `anyOf` for several types.
 */
export function canonicalSchema(document: Json, schema: Json): Json {
  const target = withoutSingleAllOf(document, followReference(document, schema))
  const rules: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(target)) {
    if (!isSilent(keyword, value)) rules[keyword] = canonicalValue(document, keyword, value)
  }
  return spellNull(spellTypes(spellConst(rules)))
}

function canonicalValue(document: Json, keyword: string, value: unknown): unknown {
  if (keyword === 'properties' && isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, property]) => [name, canonicalSchema(document, asJson(property))]),
    )
  }
  if ((keyword === 'items' || keyword === 'additionalProperties') && isRecord(value))
    return canonicalSchema(document, value)
  if (['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(value)) {
    return value.map((item) => canonicalSchema(document, asJson(item)))
  }
  if (keyword === 'required' && Array.isArray(value)) return [...value].sort()
  return value
}

/** What says nothing about which values are allowed. The number formats are tsoa's own addition. */
function isSilent(keyword: string, value: unknown): boolean {
  if (
    ['title', 'description', 'example', 'examples', 'deprecated'].includes(keyword) ||
    keyword.startsWith('x-')
  )
    return true
  if (keyword === 'format') return ['double', 'float', 'int32', 'int64'].includes(String(value))
  if (keyword === 'nullable') return value === false
  if (keyword === 'additionalProperties')
    return value === true || (isRecord(value) && Object.keys(value).length === 0)
  return (keyword === 'properties' || keyword === 'required') && isEmpty(value)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function spellConst({ const: constant, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return constant === undefined ? rest : { ...rest, enum: [constant] }
}

function spellTypes(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, ...rest } = schema
  if (!Array.isArray(type)) return schema
  const types = type.filter((item) => item !== 'null')
  const spelled =
    types.length === 1
      ? { ...rest, type: types[0] }
      : { ...rest, anyOf: types.map((item) => ({ type: item })) }
  return types.length === type.length ? spelled : { ...spelled, nullable: true }
}

function spellNull(schema: Record<string, unknown>): Record<string, unknown> {
  const { oneOf, ...rest } = schema
  if (!Array.isArray(oneOf) || !oneOf.some(isNullType)) return schema
  const others = oneOf.filter((item) => !isNullType(item))
  const [only] = others
  return others.length === 1 && isRecord(only)
    ? { ...rest, ...only, nullable: true }
    : { ...rest, oneOf: others, nullable: true }
}

function isNullType(schema: unknown): boolean {
  return isRecord(schema) && schema.type === 'null'
}

/** tsoa wraps a reference in a list of one so that `nullable` can stand next to it. */
function withoutSingleAllOf(document: Json, schema: Json): Json {
  const { allOf, ...rest } = schema
  const [only, ...others] = Array.isArray(allOf) ? allOf : []
  return isRecord(only) && others.length === 0 ? { ...rest, ...followReference(document, only) } : schema
}

/** Follows a reference of either document, keeping what stands next to it. Throws when it leads nowhere. */
export function followReference(document: Json, value: Json): Json {
  let current = value
  for (let hops = 0; hops < 20; hops += 1) {
    const { $ref, ...beside } = current
    if (typeof $ref !== 'string') return current
    const steps = $ref.slice(2).split('/')
    current = { ...steps.reduce<Json>((at, step) => asJson(at[step], $ref), document), ...beside }
  }
  throw new Error(`The references from ${JSON.stringify(value)} form a circle`)
}

/** The value as an object. Throws when it is none: the documents were checked before. */
export function asJson(value: unknown, what = 'this part of the document'): Json {
  if (!isRecord(value)) throw new Error(`${what} is not an object`)
  return value
}
