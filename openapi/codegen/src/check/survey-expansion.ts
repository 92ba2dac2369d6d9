import type { Contract } from '../read/contract.ts'
import type { Fault } from '../read/faults.ts'
import { recursiveNames, referenceOf } from '../read/follow.ts'
import { pointerKeys } from '../read/pointer.ts'

/** A validator of this size has 8 MB. */
const objectsMax = 50_000

/**
 * A schema that is too large with its references written out, as validators have them: a few that refer to each
 * other more than once stand for more than any memory holds. Only the innermost of them is named.
 */
export function surveyExpansion(contract: Contract): Fault[] {
  const schemas = contract.components?.schemas
  if (schemas === undefined) return []
  const recursive = recursiveNames(contract)
  const sizes = new Map<string, number>()
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const reference = referenceOf(value)
    const target = reference === undefined ? 0 : sizeOfTarget(reference)
    return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1 + target)
  }
  const sizeOfTarget = (reference: string): number => {
    const [area, kind, name = '', ...rest] = pointerKeys(reference)
    if (recursive.has(reference) || area !== 'components' || kind !== 'schemas' || rest.length > 0) return 0
    const size = sizes.get(name) ?? sizeOf(Object.hasOwn(schemas, name) ? schemas[name] : undefined)
    sizes.set(name, size)
    return Math.min(size, objectsMax + 1)
  }
  for (const [name, schema] of Object.entries(schemas)) if (!sizes.has(name)) sizes.set(name, sizeOf(schema))
  const [name] = [...sizes].find(([, size]) => size > objectsMax) ?? []
  if (name === undefined) return []
  const reason = `stands for more than ${objectsMax} schemas with its references written out`
  return [{ trail: ['components', 'schemas', name], where: name, reason }]
}
