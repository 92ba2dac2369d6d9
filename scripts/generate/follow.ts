import type { Contract, Reference, Schema } from './contract.ts'

/** Follows a reference inside the document, as often as needed. Throws when it leads nowhere. */
export function follow<Target extends object>(contract: Contract, value: Target | Reference): Target {
  let current: unknown = value
  for (let hops = 0; hops < 20; hops += 1) {
    const reference = referenceOf(current)
    // The caller names the kind of component that stands at this place of an OpenAPI document.
    if (reference === undefined) return current as Target
    current = lookUp(contract, reference)
  }
  throw new Error(`The references from ${JSON.stringify(value)} form a circle`)
}

function referenceOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return undefined
  return typeof value.$ref === 'string' ? value.$ref : undefined
}

function lookUp(contract: Contract, reference: string): unknown {
  const [kind, name, ...rest] = reference.replace('#/components/', '').split('/')
  const found = kind === undefined || name === undefined ? undefined : contract.components[kind]?.[name]
  if (!reference.startsWith('#/components/') || rest.length > 0 || found === undefined) {
    throw new Error(`The reference ${reference} leads nowhere`)
  }
  return found
}

/**
 * The schema with every reference replaced by what it names, and annotations left out: what a validator
 * needs.
 */
export function resolveSchema(contract: Contract, schema: Schema): Schema {
  const target = targetOf(contract, schema)
  const list = (schemas: readonly Schema[]): Schema[] => schemas.map((item) => resolveSchema(contract, item))
  const rules = Object.entries(target).filter(([keyword]) => keyword !== 'default' && !isAnnotation(keyword))
  return {
    ...Object.fromEntries(rules),
    ...(target.items && { items: resolveSchema(contract, target.items) }),
    ...(target.properties && {
      properties: Object.fromEntries(
        Object.entries(target.properties).map(([name, property]) => [
          name,
          resolveSchema(contract, property),
        ]),
      ),
    }),
    ...(typeof target.additionalProperties === 'object' && {
      additionalProperties: resolveSchema(contract, target.additionalProperties),
    }),
    ...(target.allOf && { allOf: list(target.allOf) }),
    ...(target.anyOf && { anyOf: list(target.anyOf) }),
    ...(target.oneOf && { oneOf: list(target.oneOf) }),
  }
}

function targetOf(contract: Contract, schema: Schema): Schema {
  const rules = Object.keys(schema).filter(
    (keyword) => keyword !== '$ref' && keyword !== 'default' && !isAnnotation(keyword),
  )
  if (schema.$ref !== undefined && rules.length > 0) {
    throw new Error(
      `${schema.$ref} stands beside ${rules.join(', ')}, which the generator would lose; use allOf`,
    )
  }
  return follow<Schema>(contract, schema)
}

function isAnnotation(keyword: string): boolean {
  return (
    ['title', 'description', 'example', 'examples', 'deprecated'].includes(keyword) ||
    keyword.startsWith('x-')
  )
}

/** The name of the component that a schema refers to, if it is a bare reference. */
export function referredName(schema: Schema): string | undefined {
  return schema.$ref?.replace('#/components/schemas/', '')
}
