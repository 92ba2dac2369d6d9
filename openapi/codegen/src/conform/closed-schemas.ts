import type { Contract, Schema } from '../read/contract.ts'
import { mapSubschemas } from '../read/subschemas.ts'

/**
 * A copy of a contract in which no object may carry a field that the contract does not name. The contract
 * itself leaves objects open, so that a later version may add a field; a response of this version has no
 * business doing so, and a column that leaked into a response is the fault this finds.
 */
export function closeSchemas(document: Contract): Contract {
  // A shared schema stays open at its root, since it may be one part of an allOf; its places of use are closed.
  const schemas = Object.entries(document.components.schemas ?? {}).map(([name, schema]) => [
    name,
    part(schema),
  ])
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } }
}

/** Closes a schema that stands for a whole value: a body, a field, an item. */
export function closeSchema(schema: Schema): Schema {
  const copy = part(schema)
  return isFreeForm(copy) ? copy : { ...copy, unevaluatedProperties: false }
}

/**
 * Closes what lies within a schema, and not the schema: other parts may name more fields of the same object.
 */
function part(schema: Schema): Schema {
  return mapSubschemas(schema, (inner, [keyword = '']) => {
    if (['allOf', 'anyOf', 'oneOf'].includes(keyword)) return part(inner)
    return ['properties', 'items', 'additionalProperties'].includes(keyword) ? closeSchema(inner) : inner
  })
}

/** An object that says nothing about its fields is meant to carry any. */
function isFreeForm(schema: Schema): boolean {
  const says = ['properties', 'allOf', 'anyOf', 'oneOf', '$ref', 'additionalProperties']
  return says.every((keyword) => !(keyword in schema))
}
