import type { Contract, Schema } from './contract.ts'
import { pointerKeys } from './pointer.ts'

/** The branches of a discriminated schema, each with the values of the property that choose it. */
export interface Branch {
  readonly schema: Schema
  readonly values: readonly string[]
}

/**
 * The branches that a discriminator chooses between; undefined for a schema without one. A branch is chosen
 * by what `mapping` says, else by the name of its component.
 */
export function branchesOf(contract: Contract, schema: Schema): readonly Branch[] | undefined {
  const { discriminator } = schema
  const branches = schema.oneOf ?? schema.anyOf
  if (discriminator === undefined || branches === undefined) return undefined
  const mapping = Object.entries(discriminator.mapping ?? {})
  return branches.map((branch) => {
    const name = pointerKeys(branch.$ref ?? '').at(-1) ?? ''
    const mapped = mapping
      .filter(([, target]) => target === branch.$ref || target === name)
      .map(([value]) => value)
    const declared = declaredValues(contract, branch, discriminator.propertyName)
    return { schema: branch, values: mapped.length > 0 ? mapped : (declared ?? [name]) }
  })
}

/** The values that a branch itself allows for the property, by const or enum. */
function declaredValues(contract: Contract, schema: Schema, property: string): string[] | undefined {
  let current: Schema | undefined = schema
  for (let hops = 0; hops < 20 && current?.$ref !== undefined; hops += 1) {
    current = contract.components.schemas[pointerKeys(current.$ref).at(-1) ?? '']
  }
  const own = current?.properties?.[property]
  if (own?.const !== undefined) return [String(own.const)]
  if (own?.enum !== undefined) return own.enum.map(String)
  for (const part of current?.allOf ?? []) {
    const values = declaredValues(contract, part, property)
    if (values !== undefined) return values
  }
  return undefined
}

/**
 * A schema that was made of another, by which its alternatives may be called otherwise: what chose each of them chooses it still.
 */
export function withItsMapping(contract: Contract, schema: Schema, made: Schema): Schema {
  const branches = branchesOf(contract, schema)
  if (schema.discriminator === undefined || branches === undefined) return made
  const renamed = made.oneOf ?? made.anyOf ?? []
  const mapping = branches.flatMap(({ values }, at) => {
    const reference = renamed[at]?.$ref
    return reference === undefined ? [] : values.map((value) => [value, reference] as const)
  })
  return { ...made, discriminator: { ...schema.discriminator, mapping: Object.fromEntries(mapping) } }
}

/**
 * The schema with its discriminator spelled as rules that a validator knows: each branch demands its own
 * values of the property. Values that choose two branches leave the choice to the branches.
 */
export function withDiscriminator(contract: Contract, schema: Schema): Schema {
  const { discriminator, ...others } = schema
  const branches = branchesOf(contract, schema)
  if (discriminator === undefined) return schema
  if (branches === undefined) return others
  const values = branches.flatMap((branch) => branch.values)
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = others
  const { propertyName } = discriminator
  const oneOf = branches.map((branch) => ({
    required: [propertyName],
    properties: { [propertyName]: { enum: branch.values } },
    allOf: [branch.schema],
  }))
  const isUnique = new Set(values).size === values.length
  return {
    ...rest,
    ...(isUnique && { type: 'object', discriminator: { propertyName }, required: [propertyName] }),
    oneOf,
  }
}
