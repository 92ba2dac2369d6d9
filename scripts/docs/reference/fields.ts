import type { Schema } from './contract.ts'

/** A field of an object, or a parameter or header. */
export interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
  readonly schema: Schema
}

/** The fields of an object, or of those in a list; empty for anything else. */
export function fieldsOf(schema: Schema): Field[] {
  const { properties, isRequired } = merged(schema)
  return [...properties].map(([name, field]) => ({
    name,
    isRequired: isRequired.has(name),
    description: field.description ?? '',
    schema: field,
  }))
}

/** A Markdown list of fields; the fields of a field are folded below it. */
export function fieldList(fields: readonly Field[]): string {
  return fields.map(fieldItem).join('\n')
}

function fieldItem({ name, isRequired, description, schema }: Field): string {
  const inner = fieldsOf(schema)
  const parts = [
    `\`${name}\` *${typeOf(schema)}*${isRequired ? ' **required**' : ''}`,
    ...[description.trim(), valuesOf(schema)].filter((text) => text !== ''),
    ...(inner.length === 0 ? [] : [folded(`Fields of <code>${name}</code>`, fieldList(inner))]),
  ]
  return `- ${parts.join('\n\n').replaceAll(/\n(?=.)/g, '\n  ')}\n`
}

/** Markdown that a reader opens. */
export function folded(summary: string, text: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${text.trim()}\n\n</details>`
}

function typeOf(schema: Schema): string {
  const { type, items, format, oneOf } = schema
  if (oneOf !== undefined) return oneOf.map(typeOf).join(' or ')
  if (items !== undefined) return `list of ${plural(typeOf(items))}${range(schema.minItems, schema.maxItems)}`
  const name = [type ?? 'object'].flat().join(' or ')
  if (format !== undefined) return `${name}, ${format}`
  return (
    name + range(schema.minimum, schema.maximum) + range(schema.minLength, schema.maxLength, 'characters')
  )
}

function plural(type: string): string {
  return type.replace(/^\w+/, (word) => `${word}s`)
}

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  const words = [
    ...(least === undefined ? [] : [most === undefined ? `at least ${least}` : String(least)]),
    ...(most === undefined ? [] : [least === undefined ? `at most ${most}` : `to ${most}`]),
  ]
  return words.length === 0 ? '' : `, ${[...words, ...(unit === '' ? [] : [unit])].join(' ')}`
}

/** What a field may be, and what it is if it is left out. */
function valuesOf({ enum: values = [], default: omitted, items }: Schema): string {
  const allowed = values.length > 0 ? values : (items?.enum ?? [])
  const code = (value: unknown) => `\`${value}\``
  return [
    ...(allowed.length > 1 ? [`One of ${allowed.map(code).join(', ')}.`] : []),
    ...(omitted === undefined ? [] : [`Default: ${code(omitted)}.`]),
  ].join(' ')
}

interface Merged {
  readonly properties: ReadonlyMap<string, Schema>
  readonly isRequired: ReadonlySet<string>
}

/** The fields of all parts of a schema; what only one of several alternatives requires is not required. */
function merged({
  properties = {},
  required = [],
  allOf = [],
  items,
  oneOf = [],
  anyOf = [],
}: Schema): Merged {
  const parts = [...allOf, ...(items === undefined ? [] : [items])].map(merged)
  const alternatives = [...oneOf, ...anyOf].map(merged)
  const found = new Map(Object.entries(properties))
  for (const part of [...parts, ...alternatives])
    for (const [name, schema] of part.properties) if (!found.has(name)) found.set(name, schema)
  return {
    properties: found,
    isRequired: new Set([...required, ...parts.flatMap(({ isRequired }) => [...isRequired])]),
  }
}
