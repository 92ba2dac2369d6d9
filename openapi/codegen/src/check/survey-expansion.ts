import { type Contract, httpMethods } from '../read/contract.ts'
import { type Fault, operationKey } from '../read/faults.ts'
import { recursiveNames, referenceOf } from '../read/follow.ts'
import { escapeKey, pointerKeys, valueAt } from '../read/pointer.ts'
import { referencesIn } from '../read/references.ts'

/** A validator of this size has 8 MB. */
const objectsMax = 50_000

/**
 * A schema that is too large with its references written out, as validators have them: a few that refer to each
 * other more than once stand for more than any memory holds. The innermost of them are named.
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
  const cause = `a schema stands for more than ${objectsMax} with its references written out`
  const reason = `stands for more than ${objectsMax} schemas with its references written out`
  const large = [...sizes].filter(([, size]) => size > objectsMax).map(([name]) => name)
  // What contains it is too large as well, and used where it is; what is not has a fault of its own.
  const known = new Set<string>()
  return large.flatMap((name) => {
    const operations = usersOf(contract, name).filter((operation) => !known.has(operation))
    for (const operation of operations) known.add(operation)
    if (operations.length === 0) return []
    return [{ trail: ['components', 'schemas', name], where: name, reason, cause, operations }]
  })
}

/** The operations that a component is part of. */
function usersOf(contract: Contract, name: string): string[] {
  const wanted = `#/components/schemas/${escapeKey(name)}`
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    httpMethods
      .filter(
        (method) => item[method] !== undefined && leadsTo(contract, [item.parameters, item[method]], wanted),
      )
      .map((method) => operationKey(method, path)),
  )
}

function leadsTo(contract: Contract, start: unknown, wanted: string, seen = new Set<string>()): boolean {
  return referencesIn(start).some(({ reference }) => {
    if (reference === wanted) return true
    if (seen.has(reference)) return false
    return leadsTo(contract, valueAt(contract, reference), wanted, seen.add(reference))
  })
}
