import type { Contract, Schema } from './contract.ts'
import { follow } from './follow.ts'
import { upperFirst } from './names.ts'
import type { Operation } from './operations.ts'

/**
 * The default of each request field that has one, by product. A product `image.generate` is what the operation
 * `generateImage` makes. Throws when a product of `x-resolutions` has no such operation.
 */
export function productDefaults(
  contract: Contract,
  operations: readonly Operation[],
  products: readonly string[],
): Record<string, Record<string, unknown>> {
  const entries = products.map((product) => {
    const [noun = '', verb = ''] = product.split('.')
    const operation = operations.find(({ id }) => id === `${verb}${upperFirst(noun)}`)
    if (operation?.body === undefined) throw new Error(`No operation makes the product ${product}`)
    return [product, bodyDefaults(contract, operation.body.schema)] as const
  })
  return Object.fromEntries(entries)
}

function bodyDefaults(contract: Contract, schema: Schema): Record<string, unknown> {
  const target = follow<Schema>(contract, schema)
  const own = Object.entries(target.properties ?? {}).flatMap(([name, property]) => {
    const value = property.default ?? follow<Schema>(contract, property).default
    return value === undefined ? [] : [[name, value] as const]
  })
  const parts = [...(target.allOf ?? []), ...(target.anyOf ?? [])].map((part) => bodyDefaults(contract, part))
  return Object.assign({}, ...parts, Object.fromEntries(own))
}
