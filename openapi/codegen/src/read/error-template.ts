import { STATUS_CODES } from 'node:http'
import type { ErrorTemplate } from '../../../runtime/src/errors/error-template.ts'
import type { Schema } from './contract.ts'

/** A schema without combinations: what one choice of its alternatives says. */
type Plain = Pick<Schema, 'type' | 'const' | 'enum' | 'format' | 'maxLength' | 'minItems' | 'items'> & {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
}

/** More alternatives than an error has, and few enough to try each. */
const choicesMax = 32
const depthMax = 6

const names = {
  code: /^(error_?)?(code|key|name|type|reason|kind|error)$/i,
  message: /^(error_?)?(message|msg|err|title|detail|description|text|reason|error|summary)$/i,
  status: /^(http_?)?(status|code)(_?code)?$/i,
  requestId: /^(request|trace|correlation|transaction)_?id$|^id$|^instance$/i,
  path: /^(path|field|pointer|location|loc|property|parameter|param|name|source|target|in)$/i,
  time: /^(time|timestamp|date|occurred_?at)$/i,
  list: /^(details?|errors?|violations|issues|fields|causes?|problems|invalid_?params|messages)$/i,
}

/**
 * Templates for the body of an error, read off the names and types of the fields that a resolved schema
 * declares; the likeliest first. Where it `fills`, a required field that no name explains is a constant of its
 * type. Whether one meets its schema is for a validator to say.
 */
export function errorTemplates(schema: Schema, fills: boolean, status = ''): ErrorTemplate[] {
  const place = { depth: 0, inList: false, fills, status }
  return choicesOf(schema).flatMap((choice) => template('error', choice, place) ?? [])
}

interface Place {
  readonly depth: number
  readonly inList: boolean
  readonly fills: boolean
  /** The status that is declared: 404, 4XX or default. */
  readonly status: string
}

/** Whether a form is of one status, so that a code can be what it says. */
function isNumber(status: string): boolean {
  return /^\d+$/.test(status)
}

/** Of codes that are not the edge's, the one that says what the status does, or that something failed. */
function codeFor(values: readonly unknown[], status: string): unknown {
  const plain = (text: unknown) =>
    String(text)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
  const name = plain(STATUS_CODES[status] ?? 'internal server error')
  return (
    values.find((value) => plain(value) === name) ??
    values.find((value) => /internal|server|api/i.test(String(value)))
  )
}

/** The plainest value of a type. */
function fillerOf(schema: Schema): unknown {
  const [choice] = choicesOf(schema)
  const [example] = Array.isArray(schema.examples) ? schema.examples : []
  if (schema.default !== undefined || example !== undefined) return schema.default ?? example
  const [first] = choice?.enum ?? []
  if (first !== undefined) return first
  const type = [choice?.type ?? []].flat()
  if (type.includes('null') || type.length === 0) return null
  const fillers: Record<string, unknown> = {
    string: '',
    integer: 0,
    number: 0,
    boolean: false,
    array: [],
    object: {},
  }
  return fillers[type[0] ?? ''] ?? null
}

function template(name: string, plain: Plain, place: Place): ErrorTemplate | undefined {
  if (plain.const !== undefined) return { is: 'constant', value: plain.const }
  const [only, ...others] = plain.enum ?? []
  if (only !== undefined && others.length === 0) return { is: 'constant', value: only }
  if (place.depth > depthMax) return undefined
  const [type] = [plain.type ?? typeof only].flat().filter((one) => one !== 'null')
  if (type === 'string') return textTemplate(name, plain, place)
  if (type === 'integer' || type === 'number') return names.status.test(name) ? { is: 'status' } : undefined
  if (type === 'boolean')
    return /^(success|ok)$/i.test(name) ? { is: 'constant', value: false } : { is: 'constant', value: true }
  if (type === 'array') return listTemplate(name, plain, place)
  if (type === 'object' || Object.keys(plain.properties).length > 0) return objectTemplate(plain, place)
  return undefined
}

function textTemplate(
  name: string,
  { enum: values, format, maxLength }: Plain,
  place: Place,
): ErrorTemplate | undefined {
  if (format === 'date-time') return { is: 'time' }
  if (format === 'uri' || format === 'uri-reference')
    return names.requestId.test(name) ? undefined : { is: 'constant', value: 'about:blank' }
  if (values !== undefined) {
    const value = place.fills ? codeFor(values, place.status) : undefined
    if (value !== undefined) return { is: 'constant', value }
    return place.fills ? undefined : { is: 'code' }
  }
  if (place.inList && names.path.test(name)) return { is: 'path' }
  if (names.requestId.test(name)) return { is: 'requestId' }
  if (/^(http_?)?status(_?code)?$/i.test(name)) return { is: 'statusText' }
  // An `error` alone, or in a list, is for people.
  if (names.code.test(name) && !names.message.test(name)) return { is: 'code' }
  if (names.message.test(name))
    return { is: 'message', withDetails: false, ...(maxLength !== undefined && { charactersMax: maxLength }) }
  return names.time.test(name) ? { is: 'time' } : undefined
}

function listTemplate(name: string, { items, minItems = 0 }: Plain, place: Place): ErrorTemplate | undefined {
  if (items === undefined || place.inList || !names.list.test(name)) return undefined
  const inner = { ...place, depth: place.depth + 1, inList: true }
  const item = choicesOf(items)
    .map((choice) => template('message', choice, inner))
    .find((found) => found !== undefined)
  if (item === undefined) return undefined
  const ofText = item.is === 'message' ? { ...item, withDetails: true } : item
  return { is: 'list', item: ofText, empty: minItems > 0 ? 'one item' : 'list' }
}

function objectTemplate({ properties, required }: Plain, place: Place): ErrorTemplate | undefined {
  const inner = { ...place, depth: place.depth + 1 }
  const fields: Record<string, ErrorTemplate> = {}
  for (const [name, property] of Object.entries(properties)) {
    const found = choicesOf(property)
      .map((choice) => template(name, choice, inner))
      .find((one) => one !== undefined)
    const isRequired = required.includes(name)
    if (found === undefined) {
      if (!isRequired) continue
      if (!place.fills) return undefined
      fields[name] = { is: 'constant', value: fillerOf(property) }
    } else if (found.is === 'list') fields[name] = fitted(found, isRequired, properties)
    // A constant says nothing that a caller could miss, unless it has to be there.
    else if (
      found.is !== 'constant' ||
      isRequired ||
      name === 'type' ||
      (names.code.test(name) && isNumber(place.status))
    )
      fields[name] = found
  }
  return required.every((name) => Object.hasOwn(fields, name)) ? { is: 'object', fields } : undefined
}

/** A list that may be left out is, without details; one that is all there is holds the error itself. */
function fitted(
  list: Extract<ErrorTemplate, { is: 'list' }>,
  isRequired: boolean,
  properties: Plain['properties'],
): ErrorTemplate {
  const isAll = !Object.keys(properties).some((name) => names.message.test(name) && !names.list.test(name))
  if (isAll) return { ...list, empty: 'one item' }
  return isRequired ? list : { ...list, empty: 'omitted' }
}

/** Templates without a list have the details in their message, wherever that is. */
export function withDetailsSomewhere(given: ErrorTemplate): ErrorTemplate {
  return JSON.stringify(given).includes('"is":"list"') ? given : detailed(given)
}

function detailed(given: ErrorTemplate): ErrorTemplate {
  if (given.is === 'message') return { ...given, withDetails: true }
  if (given.is !== 'object') return given
  const fields = Object.entries(given.fields).map(([name, field]) => [name, detailed(field)])
  return { is: 'object', fields: Object.fromEntries(fields) }
}

/** Every choice of the alternatives of a schema, the first ones first. */
function choicesOf(schema: Schema): Plain[] {
  const { properties = {}, required = [], type, enum: values, format, maxLength, minItems, items } = schema
  const own: Plain = {
    properties,
    required,
    ...(type !== undefined && { type }),
    ...(schema.const !== undefined && { const: schema.const }),
    ...(values !== undefined && { enum: values }),
    ...(format !== undefined && { format }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minItems !== undefined && { minItems }),
    ...(items !== undefined && { items }),
  }
  let choices = [own]
  for (const part of schema.allOf ?? []) choices = crossed(choices, choicesOf(part))
  for (const list of [schema.oneOf, schema.anyOf])
    if (list !== undefined) choices = crossed(choices, list.flatMap(choicesOf))
  return choices
}

function crossed(left: readonly Plain[], right: readonly Plain[]): Plain[] {
  const pairs = left.flatMap((one) => right.map((other) => joined(one, other)))
  return pairs.slice(0, choicesMax)
}

function joined(left: Plain, right: Plain): Plain {
  const properties = { ...left.properties }
  for (const [name, property] of Object.entries(right.properties)) {
    const known = properties[name]
    properties[name] = known === undefined ? property : { allOf: [known, property] }
  }
  return { ...left, ...right, properties, required: [...left.required, ...right.required] }
}
