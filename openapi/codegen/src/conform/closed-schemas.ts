import type { Contract } from '../read/contract.ts'
import { isRecord } from '../read/record.ts'

/**
 * A copy of a contract in which no object may carry a field that the contract does not name. The contract
 * itself leaves objects open, so that a later version may add a field; a response of this version has no
 * business doing so, and a column that leaked into a response is the fault this finds.
 */
export function closeSchemas(document: Contract): object {
  const schemas = document.components.schemas ?? {}
  return {
    ...document,
    components: {
      ...document.components,
      // A shared schema stays open at its root, since it may be one part of an allOf; its places of use are
      // closed.
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, part(schema)])),
    },
  }
}

/** Closes a schema that stands for a whole value: a body, a field, an item. */
export function closeSchema(schema: unknown): unknown {
  const copy = part(schema)
  return isRecord(copy) && !isFreeForm(copy) ? { ...copy, unevaluatedProperties: false } : copy
}

/**
 * Closes what lies within a schema, and not the schema: other parts may name more fields of the same object.
 */
function part(schema: unknown): unknown {
  if (!isRecord(schema)) return schema
  const copy: Record<string, unknown> = { ...schema }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = schema[keyword]
    if (Array.isArray(branches)) copy[keyword] = branches.map(part)
  }
  if (isRecord(schema.properties)) {
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, closeSchema(field)]),
    )
  }
  if (isRecord(schema.items)) copy.items = closeSchema(schema.items)
  if (isRecord(schema.additionalProperties))
    copy.additionalProperties = closeSchema(schema.additionalProperties)
  return copy
}

/** An object that says nothing about its fields is meant to carry any. */
function isFreeForm(schema: Record<string, unknown>): boolean {
  const says = ['properties', 'allOf', 'anyOf', 'oneOf', '$ref', 'additionalProperties']
  return says.every((keyword) => !(keyword in schema))
}
