import type { Contract, Schema } from '../read/contract.ts'
import { follow } from '../read/follow.ts'

/** Whether a schema is applied to the value that it is being applied to, so that no judgement ever ends. */
export function appliesItself(contract: Contract, start: Schema): boolean {
  const seen = new Set<Schema>()
  const reaches = (schema: Schema): boolean =>
    partsOf(contract, schema).some((part) => {
      if (part === start) return true
      if (seen.has(part)) return false
      seen.add(part)
      return reaches(part)
    })
  return reaches(start)
}

/** The schemas that a schema applies to its own value. */
function partsOf(contract: Contract, schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [], dependentSchemas = {} } = schema
  const single = [schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined)
  return [
    ...(schema.$ref === undefined ? [] : [targetOf(contract, schema.$ref)]),
    ...[...allOf, ...anyOf, ...oneOf, ...single, ...Object.values(dependentSchemas)],
  ].filter((part) => part !== undefined)
}

/** A reference that leads nowhere is a fault of its own. */
function targetOf(contract: Contract, $ref: string): Schema | undefined {
  try {
    return follow<Schema>(contract, { $ref })
  } catch {
    return undefined
  }
}
