import type { Schema } from './contract.ts'
import { referredName } from './follow.ts'
import { propertyName } from './names.ts'

/**
 * A schema as a TypeScript type, with its constraints as the JSDoc tags that tsoa reads back into its
 * document. Throws on a keyword it does not know: better no code than code that promises less than the
 * contract.
 */
export function typeText(schema: Schema, indent = ''): string {
  const name = referredName(schema)
  if (name !== undefined) return name
  refuseUnknown(schema)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map(literal))
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) return union(alternatives.map((item) => typeText(item, indent)))
  if (schema.allOf !== undefined) {
    return schema.allOf.map((item) => bracketed(typeText(item, indent))).join(' & ')
  }
  if (typeof schema.type === 'object') {
    return union(schema.type.map((type) => typeText({ ...schema, type }, indent)))
  }
  return plainText(schema, indent)
}

function plainText(schema: Schema, indent: string): string {
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `${bracketed(typeText(schema.items ?? missing('items', schema), indent))}[]`
    case 'object':
      return objectText(schema, indent)
    default:
      return missing('a known type', schema)
  }
}

function objectText(schema: Schema, indent: string): string {
  if (typeof schema.additionalProperties === 'object') {
    return `{ [key: string]: ${typeText(schema.additionalProperties, indent)} }`
  }
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return '{ [key: string]: unknown }'
  return `{\n${members(schema, `${indent}  `)}\n${indent}}`
}

/** The members of an object type, one a line, each with its doc comment. */
export function members(schema: Schema, indent: string): string {
  const required = new Set(schema.required ?? [])
  const undeclared = [...required].filter((name) => schema.properties?.[name] === undefined)
  if (undeclared.length > 0) throw new Error(`required names what properties lacks: ${undeclared.join(', ')}`)
  return Object.entries(schema.properties ?? {})
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
  const safe = description.trim().replaceAll('*/', '*\\/').replaceAll('@', '(at)')
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
  ]
}

function isInteger(schema: Schema): boolean {
  return schema.enum === undefined && [schema.type].flat().includes('integer')
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

function union(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => (text.includes(' & ') ? bracketed(text) : text)).join(' | ')
}

function bracketed(text: string): string {
  return /^[\w$]+$|^\{/.test(text) && !text.includes(' | ') ? text : `(${text})`
}

const known = new Set([
  '$ref', 'type', 'title', 'description', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum',
  'minItems', 'maxItems', 'default', 'items', 'properties', 'required', 'additionalProperties', 'allOf', 'anyOf', 'oneOf',
  'example', 'examples',
]) // biome-ignore format: a word list

function refuseUnknown(schema: Schema): void {
  const unknown = Object.keys(schema).filter((keyword) => !known.has(keyword) && !keyword.startsWith('x-'))
  if (unknown.length > 0)
    throw new Error(`The generator does not know the schema keyword ${unknown.join(', ')}`)
}

function missing(what: string, schema: Schema): never {
  throw new Error(`A schema lacks ${what}: ${JSON.stringify(schema)}`)
}
