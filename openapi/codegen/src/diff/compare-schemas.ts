import type { Contract } from '../read/contract.ts'
import { referenceOf } from '../read/follow.ts'
import { listOf, record } from '../read/record.ts'
import { isSame, quoted } from './change.ts'
import { compareAlternatives, compareCombined } from './compare-alternatives.ts'
import { annotations, type Pair, type Place, resolve, type Schema } from './place.ts'

/** Adds what differs between two versions of a schema, in the direction in which its values travel. */
export function compareSchemas(place: Place, given: Pair<unknown>): void {
  const reference = referenceOf(given.before)
  if (reference === undefined || reference !== referenceOf(given.after)) {
    compareResolved(place, resolveBoth(place.documents, given))
    return
  }
  const siblings = { before: siblingsOf(given.before), after: siblingsOf(given.after) }
  if (!isSame(siblings.before, siblings.after)) compareResolved(place, siblings)
  const visit = `${place.direction} ${reference}`
  if (place.visited.has(visit)) return
  place.visited.add(visit)
  const where = reference.split('/').at(-1) ?? place.where
  const shared = { before: { $ref: reference }, after: { $ref: reference } }
  compareResolved({ ...place, where }, resolveBoth(place.documents, shared))
}

function compareResolved(place: Place, schemas: Pair<Schema>): void {
  if (compareAlternatives(place, schemas, compareSchemas)) return
  compareCombined(place, schemas, compareSchemas)
  compareTypes(place, schemas)
  compareValues(place, schemas)
  compareBounds(place, schemas)
  compareFields(place, schemas)
  compareRest(place, schemas)
}

/** Keywords with a rule of their own. */
const known = new Set([
  ...['$ref', 'type', 'enum', 'const', 'properties', 'required', 'allOf', 'anyOf', 'oneOf'],
  'x-default-yields-to-effect',
])

const lowerBounds = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const upperBounds = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']
const bounds = [...lowerBounds, ...upperBounds]

function compareTypes({ list, direction, where }: Place, { before, after }: Pair<Schema>): void {
  const old = typesOf(before)
  const now = typesOf(after)
  if (isSame(old, now)) return
  const text = `type ${quoted(old?.join(' | ') ?? 'any')} became ${quoted(now?.join(' | ') ?? 'any')}`
  if (now !== undefined && !(old ?? ['anything']).every((type) => holds(now, type)))
    list.narrowed(direction, where, text)
  if (old !== undefined && !(now ?? ['anything']).every((type) => holds(old, type)))
    list.widened(direction, where, text)
}

function typesOf({ type }: Schema): string[] | undefined {
  if (type === undefined) return undefined
  return Array.isArray(type) ? type.map(String).sort() : [String(type)]
}

function holds(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** Enumerations of responses may grow: clients take a value that they do not know for what it is. */
function compareValues({ list, direction, where }: Place, { before, after }: Pair<Schema>): void {
  const old = valuesOf(before)
  const now = valuesOf(after)
  if (old === undefined && now !== undefined)
    list.narrowed(direction, where, 'is limited to a list of values')
  if (old !== undefined && now === undefined)
    list.widened(direction, where, 'is no longer limited to a list of values')
  if (old === undefined || now === undefined) return
  for (const value of old.filter((one) => !now.includes(one)))
    list.add('breaking', where, `value ${quoted(value)} removed (${direction})`)
  for (const value of now.filter((one) => !old.includes(one))) {
    const isPromise = direction === 'response' && 'const' in before
    list.add(isPromise ? 'breaking' : 'addition', where, `value ${quoted(value)} added (${direction})`)
  }
}

function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

function compareBounds({ list, direction, where }: Place, { before, after }: Pair<Schema>): void {
  for (const keyword of bounds) {
    const [old, now] = [before[keyword], after[keyword]]
    if (old === now) continue
    const text = `${keyword} ${old === undefined ? 'none' : old} became ${now === undefined ? 'none' : now}`
    const isRaised = Number(now) > Number(old)
    const isNarrower = old === undefined || (now !== undefined && isRaised === lowerBounds.includes(keyword))
    if (isNarrower) list.narrowed(direction, where, text)
    else list.widened(direction, where, text)
  }
}

function compareFields(place: Place, { before, after }: Pair<Schema>): void {
  const { list, direction, where } = place
  const fields = { before: record(before.properties), after: record(after.properties) }
  const required = { before: listOf(before.required).map(String), after: listOf(after.required).map(String) }
  for (const name of Object.keys(fields.before)) {
    const path = `${where}.${name}`
    if (!Object.hasOwn(fields.after, name)) {
      list.add('breaking', path, `removed (${direction})`)
      continue
    }
    const pair = { before: fields.before[name], after: fields.after[name] }
    compareAnnotations({ ...place, where: path }, { before: record(pair.before), after: record(pair.after) })
    compareSchemas({ ...place, where: path }, pair)
  }
  for (const name of Object.keys(fields.after).filter((one) => !Object.hasOwn(fields.before, one))) {
    const isDemanded = direction === 'request' && required.after.includes(name)
    list.add(
      isDemanded ? 'breaking' : 'addition',
      `${where}.${name}`,
      `${isDemanded ? 'added as required' : 'added'} (${direction})`,
    )
  }
  for (const name of required.after.filter(
    (one) => Object.hasOwn(fields.before, one) && !required.before.includes(one),
  ))
    list.narrowed(direction, `${where}.${name}`, 'became required')
  for (const name of required.before.filter(
    (one) => Object.hasOwn(fields.after, one) && !required.after.includes(one),
  ))
    list.widened(direction, `${where}.${name}`, 'is no longer required')
}

/** A default is what the service does where a request says nothing. */
export function compareAnnotations(place: Place, { before, after }: Pair<Schema>): void {
  const { list, direction, where } = place
  if (after.deprecated === true && before.deprecated !== true) list.add('deprecation', where, 'deprecated')
  if (direction === 'response') return
  for (const keyword of ['default', 'x-default-yields-to-effect']) {
    const [old, now] = [before[keyword], after[keyword]]
    if (isSame(old, now)) continue
    const text = `${keyword} ${old === undefined ? 'none' : quoted(old)} became ${now === undefined ? 'none' : quoted(now)}`
    list.add(old === undefined && keyword === 'default' ? 'addition' : 'breaking', where, text)
  }
}

/** Keywords whose values have no order: what is new narrows, what is gone widens, what changed does both. */
function compareRest(place: Place, { before, after }: Pair<Schema>): void {
  const { list, direction, where } = place
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (known.has(keyword) || bounds.includes(keyword) || annotations.test(keyword)) continue
    const [old, now] = [before[keyword], after[keyword]]
    if (old === undefined) list.narrowed(direction, where, `${keyword} ${quoted(now)} added`)
    else if (now === undefined) list.widened(direction, where, `${keyword} ${quoted(old)} removed`)
    else if (keyword === 'items')
      compareSchemas({ ...place, where: `${where}[]` }, { before: old, after: now })
    else if (!isSame(old, now))
      list.add('breaking', where, `${keyword} ${quoted(old)} became ${quoted(now)} (${direction})`)
  }
}

function resolveBoth({ before, after }: Pair<Contract>, given: Pair<unknown>): Pair<Schema> {
  return { before: resolve(before, given.before), after: resolve(after, given.after) }
}

function siblingsOf(schema: unknown): Schema {
  const { $ref: _reference, description: _description, ...siblings } = record(schema)
  return siblings
}
