import type { Contract, Schema } from '../read/contract.ts'
import { withItsMapping } from '../read/discriminator.ts'
import { isWriteOnly, referredName } from '../read/follow.ts'
import { componentMaker } from '../read/made-components.ts'
import type { Operation } from '../read/operations.ts'
import { mapSubschemas } from '../read/subschemas.ts'
import { hiddenFieldsReader } from './hidden-fields.ts'

/** What backends return where it differs from the contract's schemas: writeOnly fields are not sent. */
export interface ReturnedBodies {
  /** The operations with the schemas of what is returned, and thrown, in place of those of the contract. */
  readonly operations: readonly Operation[]
  /** The components that only these schemas refer to. */
  readonly components: Readonly<Record<string, Schema>>
}

export function returnedBodies(contract: Contract, operations: readonly Operation[]): ReturnedBodies {
  const reader = hiddenFieldsReader(contract)
  const components: Record<string, Schema> = {}
  const made = componentMaker(contract.components.schemas, components)

  const returned = (schema: Schema): Schema => {
    if (reader.of(schema) === undefined) return schema
    const { $ref, ...beside } = schema
    const own = withItsMapping(contract, beside, mapSubschemas(withoutWriteOnly(contract, beside), returned))
    return $ref === undefined ? own : { ...own, $ref: `#/components/schemas/${component($ref)}` }
  }
  const component = ($ref: string): string => {
    const original = referredName({ $ref }) ?? ''
    if (reader.of({ $ref }) === undefined) return original
    return made($ref, `Returned${original}`, () => returned(contract.components.schemas[original] ?? {}))
  }
  return {
    operations: operations.map((operation) => ({
      ...operation,
      responses: operation.responses.map((response) => ({
        ...response,
        ...(response.kind === 'json' &&
          response.schema !== undefined && { schema: returned(response.schema) }),
        ...(response.events !== undefined && { events: returned(response.events) }),
      })),
    })),
    components,
  }
}

function withoutWriteOnly(contract: Contract, schema: Schema): Schema {
  if (schema.properties === undefined) return schema
  const kept = Object.entries(schema.properties).filter(([, property]) => !isWriteOnly(contract, property))
  const hidden = new Set(Object.keys(schema.properties))
  for (const [name] of kept) hidden.delete(name)
  return {
    ...schema,
    properties: Object.fromEntries(kept),
    ...(schema.required !== undefined && { required: schema.required.filter((name) => !hidden.has(name)) }),
  }
}
