import type { Contract, Schema } from '../read/contract.ts'
import { follow, isAnnotation, recursiveNames } from '../read/follow.ts'
import { isTagText } from './type-text.ts'

const supported = new Set(
  '$ref type enum const format pattern minLength maxLength minimum maximum minItems maxItems items properties required additionalProperties allOf anyOf oneOf'.split(
    ' ',
  ),
)

/** Which parts of a contract tsoa gets as types. */
export interface TsoaSubset {
  /** Whether the type of a schema is in the controllers. */
  hasType(schema: Schema): boolean
  /** The same for a parameter, which is text to tsoa otherwise. */
  hasParameterType(schema: Schema, place: string): boolean
}

/** Everything that tsoa supports. */
export function tsoaSubset(contract: Contract): TsoaSubset {
  return {
    hasType: (schema) => isTsoaType(contract, schema),
    hasParameterType: (schema, place) => isTsoaParameter(contract, schema, place),
  }
}

/** No schema at all, where they are not compared: routes, statuses, headers and security remain. */
export const withoutSchemas: TsoaSubset = { hasType: () => false, hasParameterType: () => false }

/**
 * Whether tsoa reads a schema back out of its TypeScript type. What it cannot read has the type `unknown` in
 * a controller; interfaces and validators have it whole all the same.
 */
function isTsoaType(contract: Contract, schema: Schema): boolean {
  const { $ref } = schema
  if ($ref !== undefined) {
    if (recursiveNames(contract).has($ref) || !ownKeywords(schema).every((keyword) => keyword === '$ref'))
      return false
    return isTsoaType(contract, follow<Schema>(contract, { $ref }))
  }
  if (!ownKeywords(schema).every((keyword) => supported.has(keyword))) return false
  if (!hasTsoaValues(schema) || !isTsoaObject(schema)) return false
  const combined = [schema.allOf, schema.anyOf, schema.oneOf].filter((list) => list !== undefined)
  const isCombined = combined.length > 0
  if (combined.length > 1 || (isCombined && (schema.type !== undefined || schema.properties !== undefined)))
    return false
  if (!isCombined && schema.type === undefined && schema.enum === undefined && schema.const === undefined)
    return false
  const inner = [
    ...combined.flat(),
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ]
  return inner.every((item) => isTsoaType(contract, item))
}

function ownKeywords(schema: Schema): string[] {
  return Object.keys(schema).filter((keyword) => !isAnnotation(keyword))
}

function hasTsoaValues(schema: Schema): boolean {
  const values = [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])]
  return (
    values.every(isReadBack) &&
    isTagText(schema.pattern ?? '') &&
    isTagText(schema.format ?? '') &&
    isTagText(schema.default === undefined ? '' : JSON.stringify(schema.default)) &&
    (schema.type !== 'array' || schema.items !== undefined)
  )
}

/** Scalars but for negative numbers, which tsoa takes for a calculation. */
function isReadBack(value: unknown): boolean {
  if (typeof value === 'number') return /^\d+(\.\d+)?$/.test(String(value))
  return typeof value !== 'object' || value === null
}

function isTsoaObject(schema: Schema): boolean {
  const { properties, additionalProperties, required = [] } = schema
  if (additionalProperties === false) return false
  if (typeof additionalProperties === 'object' && properties !== undefined) return false
  return required.every((name) => Object.hasOwn(properties ?? {}, name))
}

/** Whether tsoa takes a schema as that of a parameter: a scalar, or in a query a list of them. */
function isTsoaParameter(contract: Contract, schema: Schema, place: string): boolean {
  if (!isTsoaType(contract, schema)) return false
  const target = follow<Schema>(contract, schema)
  if (target.type === 'array')
    return place === 'query' && target.items !== undefined && isTsoaParameter(contract, target.items, 'path')
  if (target.enum !== undefined) return target.enum.every((value) => typeof value === 'string')
  return (
    target.const === undefined && ['string', 'integer', 'number', 'boolean'].includes(String(target.type))
  )
}
