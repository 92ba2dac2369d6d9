import type { Contract, Reference, Schema } from './contract.ts'
import { withDiscriminator } from './discriminator.ts'
import { pointerKeys, valueAt } from './pointer.ts'
import { mapSubschemas } from './subschemas.ts'

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

/** The same, or an empty object where a reference leads nowhere, which `survey` reports. */
export function followOrEmpty<Target extends object>(
  contract: Contract,
  value: Target | Reference,
): Partial<Target> {
  try {
    return follow(contract, value)
  } catch {
    return {}
  }
}

/** The default of a schema, or else of what it refers to. */
export function defaultOf(contract: Contract, schema: Schema): unknown {
  return schema.default ?? follow<Schema>(contract, schema).default
}

export function referenceOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return undefined
  return typeof value.$ref === 'string' ? value.$ref : undefined
}

function lookUp(contract: Contract, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`the reference ${reference} leads nowhere`)
  const found = valueAt(contract, reference)
  if (found === undefined) throw new Error(`the reference ${reference} leads nowhere`)
  return found
}

/**
 * The schema with every reference replaced by what it names, and annotations left out: what a validator
 * needs. A schema that occurs inside itself stays a reference, to `$defs`.
 */
export function resolveSchema(contract: Contract, schema: Schema): Schema {
  const definitions = new Map<string, Schema>()
  const recursive = recursiveNames(contract)
  const define = ($ref: string): Schema => {
    const name = pointerKeys($ref).join('_')
    if (!definitions.has(name)) {
      definitions.set(name, {})
      definitions.set(name, inlined(contract, contractSchema(contract, $ref), kept))
    }
    return { $ref: `#/$defs/${name}` }
  }
  const kept = ($ref: string) => (recursive.has($ref) ? define($ref) : undefined)
  const resolved = inlined(contract, schema, kept)
  return definitions.size === 0 ? resolved : { ...resolved, ...{ $defs: Object.fromEntries(definitions) } }
}

/** The same, with what `kept` gives in place of some references. */
export function inlined(
  contract: Contract,
  schema: Schema,
  kept: ($ref: string) => Schema | undefined,
): Schema {
  const { $ref, ...beside } = schema
  const own = withDiscriminator(contract, withoutAnnotations(beside))
  const rules = mapSubschemas(own, (inner) => inlined(contract, inner, kept))
  if ($ref === undefined) return rules
  const target = kept($ref) ?? inlined(contract, contractSchema(contract, $ref), kept)
  return Object.keys(rules).length === 0 ? target : { allOf: [target, rules] }
}

export function contractSchema(contract: Contract, reference: string): Schema {
  return follow<Schema>(contract, { $ref: reference })
}

/** The component that a reference names: one step only, as an alias may have rules next to its own reference. */
export function componentSchema(contract: Contract, $ref: string): Schema {
  return contract.components.schemas[pointerKeys($ref).at(-1) ?? ''] ?? contractSchema(contract, $ref)
}

const recursive = new WeakMap<Contract, ReadonlySet<string>>()

/** The references to schemas that occur inside themselves. */
export function recursiveNames(contract: Contract): ReadonlySet<string> {
  const known = recursive.get(contract)
  if (known !== undefined) return known
  const edges = new Map<string, Set<string>>()
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    const text = JSON.stringify(schema)
    const found = [...text.matchAll(/"\$ref":"(#\/components\/schemas\/[^"/]+)"/g)]
    edges.set(`#/components/schemas/${name}`, new Set(found.flatMap((match) => match[1] ?? [])))
  }
  const names = new Set([...edges.keys()].filter((name) => reaches(edges, name, name, new Set())))
  recursive.set(contract, names)
  return names
}

function reaches(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  goal: string,
  seen: Set<string>,
): boolean {
  for (const next of edges.get(from) ?? []) {
    if (next === goal) return true
    if (seen.has(next)) continue
    seen.add(next)
    if (reaches(edges, next, goal, seen)) return true
  }
  return false
}

const annotations = ['title', 'description', 'example', 'examples', 'deprecated', 'default', 'readOnly', 'writeOnly', 'externalDocs',
  'xml', '$comment', 'contentMediaType', 'contentEncoding', 'contentSchema', '$schema'] // biome-ignore format: a word list

/** Whether a keyword says nothing about which values are allowed. */
export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword) || keyword.startsWith('x-')
}

/** Keywords that validators know. Any other is an annotation to JSON Schema. */
export const keywords = new Set(
  '$ref $defs type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems items prefixItems contains minContains maxContains unevaluatedItems properties patternProperties additionalProperties unevaluatedProperties propertyNames required minProperties maxProperties dependentRequired dependentSchemas allOf anyOf oneOf not if then else discriminator'.split(
    ' ',
  ),
)

function withoutAnnotations(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keywords.has(keyword) || keyword === 'int64'),
  )
}

/** The name of the component that a schema refers to, if it is a bare reference. */
export function referredName(schema: Schema): string | undefined {
  return schema.$ref?.replace('#/components/schemas/', '')
}

/** Whether a field is never sent: marked itself, by its reference, or in an alternative of its value. */
export function isWriteOnly(
  contract: Contract,
  property: Schema,
  seen: ReadonlySet<Schema> = new Set(),
): boolean {
  const target = followOrEmpty<Schema>(contract, property)
  if (property.writeOnly === true || target.writeOnly === true) return true
  if (seen.has(target)) return false
  // `anyOf` of a secret and null is a secret.
  return [property, target]
    .flatMap(({ allOf = [], anyOf = [], oneOf = [] }) => [...allOf, ...anyOf, ...oneOf])
    .some((part) => isWriteOnly(contract, part, new Set([...seen, target])))
}
