import { asContract, type Contract, httpMethods, type Schema } from './contract.ts'
import { withItsMapping } from './discriminator.ts'
import { followOrEmpty, isWriteOnly, referenceOf } from './follow.ts'
import { componentMaker } from './made-components.ts'
import { escapeKey, pointerKeys } from './pointer.ts'
import { mapRecords } from './record.ts'
import { eachSubschema, mapSubschemas } from './subschemas.ts'

type Json = Readonly<Record<string, unknown>>
type Direction = 'Request' | 'Response'

/**
 * The document with required fields counted by direction: one that is readOnly is not required in a request, and one that is
 * writeOnly not in a response. Where that differs, `Item` is there as `ItemRequest` or `ItemResponse` too.
 */
export function withDirections(document: Contract): Contract {
  const schemas: Record<string, Schema> = { ...document.components?.schemas }
  const directed = {
    Request: directedSchemas(document, schemas, 'Request'),
    Response: directedSchemas(document, schemas, 'Response'),
  }
  const content = (holder: Json, direction: Direction): Json => {
    if (referenceOf(holder) !== undefined || holder.content === undefined) return holder
    const media = mapRecords(Object(holder.content), (one) =>
      one.schema === undefined ? one : { ...one, schema: directed[direction](Object(one.schema)) },
    )
    return { ...holder, content: media }
  }
  const responses = (list: unknown) => mapRecords(Object(list), (one) => content(one, 'Response'))
  const paths = mapRecords(Object(document.paths), (item) =>
    mapRecords(item, (operation, method) => {
      if (!httpMethods.some((name) => name === method)) return operation
      return {
        ...operation,
        ...(operation.requestBody !== undefined && {
          requestBody: content(Object(operation.requestBody), 'Request'),
        }),
        ...(operation.responses !== undefined && { responses: responses(operation.responses) }),
      }
    }),
  )
  const { requestBodies, responses: shared } = document.components ?? {}
  const components = {
    ...document.components,
    ...(requestBodies !== undefined && {
      requestBodies: mapRecords(requestBodies, (one) => content(one, 'Request')),
    }),
    ...(shared !== undefined && { responses: responses(shared) }),
    ...(document.components?.schemas !== undefined && { schemas }),
  }
  return asContract({ ...document, paths, ...('components' in document && { components }) })
}

/** Makes a schema one of a direction, and adds the components that it then refers to. */
function directedSchemas(
  document: Contract,
  schemas: Record<string, Schema>,
  direction: Direction,
): (schema: Schema) => Schema {
  const differing = differingComponents(document, direction)
  const made = componentMaker({}, schemas)
  const changed = (schema: Schema, hidden: ReadonlySet<string> = new Set()): Schema => {
    const own = new Set([...hidden, ...hiddenNames(document, schema, direction)])
    const { allOf, ...others } = mapSubschemas(schema, (inner, [keyword]) =>
      keyword === 'allOf' ? changed(inner, own) : changed(inner),
    )
    const $ref = schema.$ref === undefined ? undefined : reference(schema.$ref)
    return withItsMapping(document, schema, {
      ...others,
      ...($ref !== undefined && { $ref }),
      ...(Array.isArray(schema.required) && { required: schema.required.filter((name) => !own.has(name)) }),
      ...(allOf !== undefined && { allOf }),
    })
  }
  const reference = ($ref: string): string => {
    const name = componentName($ref)
    if (name === undefined || !differing.has(name)) return $ref
    const own = made(name, `${name}${direction}`, () => changed(document.components.schemas[name] ?? {}))
    return `#/components/schemas/${escapeKey(own)}`
  }
  return (schema) => (differs(document, schema, direction, differing) ? changed(schema) : schema)
}

/** The components that say something else in a direction, or refer to one that does. */
function differingComponents(document: Contract, direction: Direction): ReadonlySet<string> {
  const entries = Object.entries(document.components?.schemas ?? {})
  const found = new Set<string>()
  for (let count = -1; count < found.size; ) {
    count = found.size
    for (const [name, schema] of entries)
      if (!found.has(name) && differs(document, schema, direction, found)) found.add(name)
  }
  return found
}

function differs(
  document: Contract,
  schema: Schema,
  direction: Direction,
  differing: ReadonlySet<string>,
  ofWhole: ReadonlySet<string> = new Set(),
): boolean {
  const name = schema.$ref === undefined ? undefined : componentName(schema.$ref)
  if (name !== undefined && differing.has(name)) return true
  const required: readonly string[] = Array.isArray(schema.required) ? schema.required : []
  const isWhole = required.length > 0 || schema.allOf !== undefined
  const hidden = isWhole ? new Set([...ofWhole, ...hiddenNames(document, schema, direction)]) : ofWhole
  if (required.some((one) => hidden.has(one))) return true
  let found = false
  eachSubschema(schema, (inner, [keyword]) => {
    found ||= differs(document, inner, direction, differing, keyword === 'allOf' ? hidden : new Set())
  })
  return found
}

/** The fields of a schema, or of what it consists of, that a direction does not have. */
function hiddenNames(
  document: Contract,
  schema: Schema,
  direction: Direction,
  seen: ReadonlySet<Schema> = new Set(),
): ReadonlySet<string> {
  const names = Object.entries(schema.properties ?? {})
    .filter(([, property]) => isHidden(document, property, direction))
    .map(([name]) => name)
  const parts = [...(schema.allOf ?? []), ...(schema.$ref === undefined ? [] : [{ $ref: schema.$ref }])]
    .map((part) => followOrEmpty<Schema>(document, part))
    .filter((part) => !seen.has(part))
  const inner = parts.flatMap((part) => [
    ...hiddenNames(document, part, direction, new Set([...seen, ...parts])),
  ])
  return new Set([...names, ...inner])
}

function isHidden(document: Contract, property: Schema, direction: Direction): boolean {
  if (typeof property !== 'object') return false
  return direction === 'Request'
    ? property.readOnly === true || followOrEmpty<Schema>(document, property).readOnly === true
    : isWriteOnly(document, property)
}

function componentName($ref: string): string | undefined {
  const [area, kind, name, ...rest] = pointerKeys($ref)
  return area === 'components' && kind === 'schemas' && rest.length === 0 ? name : undefined
}
