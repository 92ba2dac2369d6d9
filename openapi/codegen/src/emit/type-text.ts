import { propertyName, quoted } from '../names.ts'
import type { Schema } from '../read/contract.ts'
import { referredName } from '../read/follow.ts'
import { eachSubschema } from '../read/subschemas.ts'
import { commentText } from './comment.ts'

/**
 * A schema as a TypeScript type, with its constraints as tags of JSDoc, for readers. What TypeScript has no type for
 * is left to the validators: `not`, `if`, `contains` and the like.
 */
export function typeText(schema: Schema, indent = ''): string {
  const name = referredName(schema)
  const { $ref: _reference, ...beside } = schema
  const parts = [...(name === undefined ? [] : [name]), ...partsOf(beside, indent)]
  const known = parts.filter((part) => part !== 'unknown')
  if (known.length === 0) return 'unknown'
  return known.length === 1 ? (known[0] ?? 'unknown') : known.map(bracketed).join(' & ')
}

/** The types that a schema's keywords stand for each; a value has all of them. */
function partsOf(schema: Schema, indent: string): string[] {
  if (schema.int64 !== undefined) return ['bigint']
  if (schema.const !== undefined) return [literal(schema.const)]
  if (schema.enum !== undefined) return [union(schema.enum.map(literal))]
  const alternatives = [schema.oneOf, schema.anyOf].filter((list) => list !== undefined)
  const combined = [
    ...(schema.allOf ?? []).map((item) => typeText(item, indent)),
    ...alternatives.map((list) => union(list.map((item) => typeText(item, indent)))),
  ]
  const own = ownText(schema, indent)
  // `type: object` next to alternatives says nothing that they do not say.
  const isPlain = combined.length > 0 && schema.properties === undefined && schema.items === undefined
  const addsNothing = isPlain && own === openObject && schema.required === undefined
  return addsNothing ? combined : [own, ...combined]
}

const openObject = '{ [key: string]: unknown }'

function ownText(schema: Schema, indent: string): string {
  if (isNever(schema)) return 'never'
  const { type = impliedType(schema) } = schema
  if (typeof type === 'object') return union(type.map((item) => ownText({ ...schema, type: item }, indent)))
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayText(schema, indent)
    case 'object':
      return objectText(schema, indent)
    default:
      return 'unknown'
  }
}

function impliedType(schema: Schema): string | undefined {
  if (schema.properties !== undefined || schema.required !== undefined) return 'object'
  if (typeof schema.additionalProperties === 'object') return 'object'
  return schema.items !== undefined || schema.prefixItems !== undefined ? 'array' : undefined
}

/** `{ not: {} }`, which `false` is spelled as. */
function isNever(schema: Schema): boolean {
  return schema.not !== undefined && Object.keys(schema.not).length === 0
}

function arrayText(schema: Schema, indent: string): string {
  const { items, prefixItems } = schema
  if (prefixItems === undefined)
    return `${bracketed(items === undefined ? 'unknown' : typeText(items, indent))}[]`
  const heads = prefixItems.map(
    (item, index) => `${bracketed(typeText(item, indent))}${index < (schema.minItems ?? 0) ? '' : '?'}`,
  )
  if (items !== undefined && isNever(items)) return `[${heads.join(', ')}]`
  return `[${[...heads, `...${bracketed(items === undefined ? 'unknown' : typeText(items, indent))}[]`].join(', ')}]`
}

function objectText(schema: Schema, indent: string): string {
  const names = new Set([...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])])
  const others = othersText(schema, indent)
  if (names.size === 0) return others === undefined ? openObject : `{ [key: string]: ${others} }`
  const indexLine = others === undefined ? '' : `\n${indent}  [key: string]: unknown`
  return `{\n${members(schema, `${indent}  `)}${indexLine}\n${indent}}`
}

/** The type of fields that are not named; undefined when there are none, or any. */
function othersText(schema: Schema, indent: string): string | undefined {
  const schemas = [
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ...Object.values(schema.patternProperties ?? {}),
  ]
  if (schemas.length === 0) return undefined
  return union(schemas.map((item) => typeText(item, indent)))
}

/** The members of an object type, one a line, each with its doc comment. */
export function members(schema: Schema, indent: string): string {
  const required = new Set(schema.required ?? [])
  const properties: [string, Schema][] = Object.entries(schema.properties ?? {})
  const undeclared = [...required].filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
  return [...properties, ...undeclared.map((name): [string, Schema] => [name, {}])]
    .map(([name, property]) => {
      const mark = required.has(name) ? '' : '?'
      return `${docText(property, indent)}${indent}${propertyName(name)}${mark}: ${typeText(property, indent)}`
    })
    .join('\n')
}

/**
 * A schema's description and constraints as a doc comment with its line end, or '' when there is nothing to
 * say.
 */
export function docText(schema: Schema, indent: string): string {
  const lines = [...descriptionLines(schema.description), ...constraintTags(schema)]
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

function descriptionLines(description: string | undefined): string[] {
  if (description === undefined) return []
  const safe = commentText(description.trim()).replaceAll('@', '(at)')
  return safe.split('\n').map((line) => line.trimEnd())
}

function constraintTags(schema: Schema): string[] {
  const numeric = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'] as const
  return [
    ...(isInteger(schema) ? ['@isInt'] : []),
    ...numeric.flatMap((keyword) =>
      schema[keyword] === undefined ? [] : [`@${keyword} ${schema[keyword]}`],
    ),
    ...(schema.pattern === undefined ? [] : [`@pattern ${schema.pattern}`]),
    ...(schema.format === undefined ? [] : [`@format ${schema.format}`]),
    ...(schema.default === undefined ? [] : [`@default ${JSON.stringify(schema.default)}`]),
  ].filter((line) => isTagText(line))
}

/** Whether a text can stand in a doc comment as it is; what cannot is left to the validators. */
function isTagText(text: string): boolean {
  return !text.includes('*/') && !/[\n\r\u2028\u2029]/.test(text) && !text.slice(1).includes('@')
}

function isInteger(schema: Schema): boolean {
  return schema.enum === undefined && [schema.type].flat().includes('integer')
}

function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  return typeof value === 'object' && value !== null ? 'unknown' : String(value)
}

function union(texts: readonly string[]): string {
  const unique = [...new Set(texts)]
  if (unique.length === 0) return 'never'
  if (unique.includes('unknown')) return 'unknown'
  return unique.map((text) => (text.includes(' & ') ? bracketed(text) : text)).join(' | ')
}

function bracketed(text: string): string {
  return /^[\w$]+$|^\{/.test(text) && !/ [|&] /.test(text) ? text : `(${text})`
}

/** The components that a list of schemas names directly, for the import line. */
export function modelNames(schemas: readonly Schema[]): string[] {
  const found = new Set<string>()
  const visit = (schema: Schema) => {
    const name = referredName(schema)
    if (name !== undefined) found.add(name)
    eachSubschema(schema, visit)
  }
  for (const schema of schemas) visit(schema)
  return [...found]
}
