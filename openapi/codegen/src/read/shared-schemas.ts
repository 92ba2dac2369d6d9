import type { Contract, Schema } from './contract.ts'
import { contractSchema, inlined, recursiveNames, referenceOf } from './follow.ts'
import { pointerKeys } from './pointer.ts'

/** Smaller ones cost less where they are written out than a function that is called. */
const smallMax = 20

/** Schemas for one module of validators, which has each large component once. */
export interface SharedSchemas {
  /** The schema with its references written out, but for those to components that are shared. */
  resolve(schema: Schema): Schema
  /** The shared components that were met so far, and those that they refer to. */
  components(): { readonly name: string; readonly schema: Schema }[]
}

export function sharedSchemas(contract: Contract): SharedSchemas {
  const shared = sharedNames(contract)
  const known = new Map<string, Schema>()
  const kept = ($ref: string): Schema | undefined => {
    if (!shared.has($ref)) return undefined
    const name = `/${pointerKeys($ref).at(-1)}`
    if (!known.has(name)) {
      // A schema that occurs inside itself meets its own name before it is done.
      known.set(name, {})
      known.set(name, inlined(contract, contractSchema(contract, $ref), kept))
    }
    return { $ref: name }
  }
  return {
    resolve: (schema) => inlined(contract, schema, kept),
    components: () => [...known].map(([name, schema]) => ({ name, schema })),
  }
}

/** The references to components that occur inside themselves, or are large and there several times. */
function sharedNames(contract: Contract): ReadonlySet<string> {
  const recursive = recursiveNames(contract)
  const uses = new Map<string, number>()
  const sizes = new Map<string, number>()
  const visit = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const reference = referenceOf(value)
    if (reference !== undefined) uses.set(reference, (uses.get(reference) ?? 0) + 1)
    const target = reference === undefined ? 0 : sizeOf(reference)
    return Object.values(value).reduce<number>((sum, member) => sum + visit(member), 1 + target)
  }
  const sizeOf = (reference: string): number => {
    const name = pointerKeys(reference).at(-1) ?? ''
    if (!Object.hasOwn(contract.components.schemas, name)) return 0
    const known = sizes.get(reference)
    if (known === undefined) {
      // A schema that occurs inside itself is one call there.
      sizes.set(reference, 1)
      sizes.set(reference, visit(contract.components.schemas[name]))
    }
    const size = sizes.get(reference) ?? 1
    return size > smallMax || recursive.has(reference) ? 1 : size
  }
  visit(contract.paths)
  visit({ ...contract.components, schemas: {} })
  const large = [...sizes].filter(([name, size]) => size > smallMax && (uses.get(name) ?? 0) > 1)
  return new Set([...recursive, ...large.map(([name]) => name)])
}
