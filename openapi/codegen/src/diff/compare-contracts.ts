import type { Contract } from '../read/contract.ts'
import { isRecord, listOf, record } from '../read/record.ts'
import { type Change, type ChangeList, createChangeList, isSame, quoted } from './change.ts'
import { compareExtensions } from './compare-extensions.ts'
import { compareAnnotations, compareSchemas } from './compare-schemas.ts'
import { followed, type Pair, type Place, type Schema } from './place.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']
const json = 'application/json'

type Comparison = Omit<Place, 'direction'>

/**
 * What a caller of the earlier contract can notice in the later one, breaking changes first. Texts, examples
 * and names of schemas are no change; the error codes that examples show are.
 */
export function compareContracts(before: Contract, after: Contract): readonly Change[] {
  const list = createChangeList()
  const comparison = { documents: { before, after }, list, visited: new Set<string>() }
  for (const path of new Set([...Object.keys(before.paths), ...Object.keys(after.paths)])) {
    for (const method of methods) {
      const operations = {
        before: record(before.paths[path])[method],
        after: record(after.paths[path])[method],
      }
      const where = `${method.toUpperCase()} ${path}`
      if (operations.before === undefined && operations.after === undefined) continue
      if (operations.after === undefined) list.add('breaking', where, 'removed')
      else if (operations.before === undefined) list.add('addition', where, 'added')
      else
        compareOperations(
          { ...comparison, where },
          { before: record(operations.before), after: record(operations.after) },
        )
    }
  }
  compareExtensions(list, { before, after })
  const rank = ['breaking', 'deprecation', 'addition']
  return list.changes.toSorted((one, other) => rank.indexOf(one.kind) - rank.indexOf(other.kind))
}

function compareOperations(comparison: Comparison, pair: Pair<Schema>): void {
  const { list, where } = comparison
  const { before, after } = pair
  if (before.operationId !== after.operationId)
    list.add(
      'breaking',
      where,
      `operationId ${quoted(before.operationId)} became ${quoted(after.operationId)}`,
    )
  if (after.deprecated === true && before.deprecated !== true) list.add('deprecation', where, 'deprecated')
  compareSecurity(list, where, pair)
  compareParameters(comparison, pair)
  compareRequestBodies(comparison, pair)
  const responses = { before: record(before.responses), after: record(after.responses) }
  for (const status of new Set([...Object.keys(responses.before), ...Object.keys(responses.after)])) {
    const response = { before: responses.before[status], after: responses.after[status] }
    if (response.after === undefined) list.add('breaking', where, `status ${status} removed`)
    else if (response.before === undefined)
      list.add(status.startsWith('2') ? 'breaking' : 'addition', where, `status ${status} added`)
    else compareResponses({ ...comparison, where: `${where} ${status}` }, followBoth(comparison, response))
  }
}

/** Each entry is a way to authenticate; none at all means that anybody may call. */
function compareSecurity(list: ChangeList, where: string, { before, after }: Pair<Schema>): void {
  if (isSame(before.security, after.security)) return
  const now = listOf(after.security)
  const old = listOf(before.security)
  const isOpen = now.length === 0 || now.some((way) => isSame(way, {}))
  const keepsAll = old.length > 0 && old.every((way) => now.some((other) => isSame(way, other)))
  list.add(
    isOpen || keepsAll ? 'addition' : 'breaking',
    where,
    `security ${quoted(old)} became ${quoted(now)}`,
  )
}

function compareParameters(comparison: Comparison, { before, after }: Pair<Schema>): void {
  const { list, documents, where } = comparison
  const old = parametersIn(documents.before, before)
  const now = parametersIn(documents.after, after)
  for (const [name, parameter] of old) {
    const other = now.get(name)
    if (other === undefined) {
      list.add('breaking', where, `parameter ${quoted(name)} removed`)
      continue
    }
    const place: Place = { ...comparison, direction: 'request', where: `${where} ${name}` }
    if (other.required === true && parameter.required !== true)
      list.narrowed('request', place.where, 'became required')
    if (other.required !== true && parameter.required === true)
      list.widened('request', place.where, 'is no longer required')
    if (other.deprecated === true && parameter.deprecated !== true)
      list.add('deprecation', place.where, 'deprecated')
    const schemas = { before: parameter.schema, after: other.schema }
    compareAnnotations(place, { before: record(schemas.before), after: record(schemas.after) })
    compareSchemas(place, schemas)
  }
  for (const [name, parameter] of now) {
    if (old.has(name)) continue
    const isDemanded = parameter.required === true
    const text = `parameter ${quoted(name)} added${isDemanded ? ' as required' : ''}`
    list.add(isDemanded ? 'breaking' : 'addition', where, text)
  }
}

/** By place and name, as `query surface`. */
function parametersIn(document: Contract, operation: Schema): Map<string, Schema> {
  return new Map(
    listOf(operation.parameters).map((reference): [string, Schema] => {
      const parameter = followed(document, reference)
      return [`${String(parameter.in)} ${String(parameter.name)}`, parameter]
    }),
  )
}

function compareRequestBodies(comparison: Comparison, { before, after }: Pair<Schema>): void {
  const { list, where } = comparison
  const body = followBoth(comparison, { before: before.requestBody, after: after.requestBody })
  const isRequired = { before: body.before.required === true, after: body.after.required === true }
  if (isRequired.after && !isRequired.before) list.narrowed('request', where, 'a body became required')
  if (!isRequired.after && isRequired.before) list.widened('request', where, 'a body is no longer required')
  compareMedia(comparison, body, 'request')
}

function compareResponses(comparison: Comparison, response: Pair<Schema>): void {
  const { list, where } = comparison
  const headers = { before: record(response.before.headers), after: record(response.after.headers) }
  for (const name of Object.keys(headers.before)) {
    const header = followBoth(comparison, { before: headers.before[name], after: headers.after[name] })
    const place: Place = { ...comparison, direction: 'response', where: `${where} header ${name}` }
    if (headers.after[name] === undefined) {
      list.add('breaking', place.where, 'removed')
      continue
    }
    if (header.before.required === true && header.after.required !== true)
      list.widened('response', place.where, 'is no longer sent always')
    if (header.before.required !== true && header.after.required === true)
      list.narrowed('response', place.where, 'is sent always')
    compareSchemas(place, { before: header.before.schema, after: header.after.schema })
  }
  for (const name of Object.keys(headers.after).filter((one) => !Object.hasOwn(headers.before, one)))
    list.add('addition', `${where} header ${name}`, 'added')
  compareMedia(comparison, response, 'response')
  compareCodes(comparison, response)
}

/** Media types, and the schemas of those that both have. */
function compareMedia(
  comparison: Comparison,
  holders: Pair<Schema>,
  direction: 'request' | 'response',
): void {
  const { list, where } = comparison
  const content = { before: record(holders.before.content), after: record(holders.after.content) }
  for (const type of Object.keys(content.before).filter((one) => !Object.hasOwn(content.after, one)))
    list.add('breaking', where, `media type ${quoted(type)} removed (${direction})`)
  for (const type of Object.keys(content.after).filter((one) => !Object.hasOwn(content.before, one)))
    list.widened(direction, where, `media type ${quoted(type)} added`)
  for (const type of Object.keys(content.before).filter((one) => Object.hasOwn(content.after, one)))
    compareSchemas(
      { ...comparison, direction, where: `${where} body` },
      { before: record(content.before[type]).schema, after: record(content.after[type]).schema },
    )
}

/** The error codes that a response can carry are those of its examples. */
function compareCodes({ list, where, documents }: Comparison, response: Pair<Schema>): void {
  const old = codesIn(documents.before, response.before)
  const now = codesIn(documents.after, response.after)
  for (const code of old.filter((one) => !now.includes(one)))
    list.add('breaking', where, `error code ${quoted(code)} removed`)
  for (const code of now.filter((one) => !old.includes(one)))
    list.add('addition', where, `error code ${quoted(code)} added`)
}

function codesIn(document: Contract, response: Schema): string[] {
  const media = record(record(response.content)[json])
  const codes = Object.values(record(media.examples)).map((reference) => {
    const { value } = followed(document, reference)
    return isRecord(value) && typeof value.code === 'string' ? [value.code] : []
  })
  return [...new Set(codes.flat())]
}

function followBoth({ documents }: Comparison, { before, after }: Pair<unknown>): Pair<Schema> {
  return { before: followed(documents.before, before), after: followed(documents.after, after) }
}
