import type { Shape } from '../../../runtime/src/validation/declared-fields.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { componentSchema, defaultOf, follow, recursiveNames } from '../read/follow.ts'
import { isFile } from '../read/media.ts'
import { pointerKeys } from '../read/pointer.ts'
import type { Settings } from '../settings.ts'

/**
 * What is passed on of a body. The fields of every alternative are declared; those of an object without any
 * are all passed on. Defaults are filled in at places that are not part of one of several alternatives.
 */
export function bodyShape(
  contract: Contract,
  schema: Schema,
  { fillDefaults, undeclaredFields }: Pick<Settings, 'fillDefaults' | 'undeclaredFields'>,
  named: Map<string, Shape>,
): Shape {
  const shapeOf = (inner: Schema, fills: boolean): Shape => {
    const { $ref, ...beside } = inner
    const own = ownShape(beside, fills)
    if ($ref === undefined) return own
    const target = recursiveNames(contract).has($ref)
      ? { named: nameFor($ref, fills) }
      : shapeOf(componentSchema(contract, $ref), fills)
    return merged([target, own])
  }
  const nameFor = ($ref: string, fills: boolean): string => {
    const plain = pointerKeys($ref).at(-1) ?? ''
    const name = fills === fillDefaults ? plain : `${plain} in an alternative`
    if (!named.has(name)) {
      named.set(name, true)
      named.set(name, shapeOf(componentSchema(contract, $ref), fills))
    }
    return name
  }
  const ownShape = (own: Schema, fills: boolean): Shape => {
    const conditional = [
      ...(own.anyOf ?? []),
      ...(own.oneOf ?? []),
      ...[own.if, own.then, own.else].filter((part) => part !== undefined),
      ...Object.values(own.dependentSchemas ?? {}),
    ]
    const parts = [
      plainShape(own, fills),
      ...(own.allOf ?? []).map((part) => shapeOf(part, fills)),
      ...conditional.map((part) => shapeOf(part, false)),
    ]
    return merged(parts)
  }
  const plainShape = (own: Schema, fills: boolean): Shape => {
    if (isFile(own)) return true
    if (own.int64 !== undefined) return { int64: true }
    const items = own.prefixItems !== undefined || own.items === undefined ? true : shapeOf(own.items, fills)
    const others = othersShape(own, fills)
    const properties = Object.entries(own.properties ?? {})
    if (properties.length === 0) {
      // A schema without declared fields that allows others keeps them, even next to one that declares some.
      if (others === undefined && items === true) return true
      return { ...(others !== undefined && { fields: {}, others }), ...(items !== true && { items }) }
    }
    const kept = properties.filter(([, property]) => !isReadOnly(contract, property))
    const defaults = Object.fromEntries(
      kept.flatMap(([name, property]) => {
        const value = defaultOf(contract, property)
        return value === undefined ? [] : [[name, value]]
      }),
    )
    return {
      fields: Object.fromEntries(
        properties.map(([name, property]) => [
          name,
          isReadOnly(contract, property) ? false : shapeOf(property, fills),
        ]),
      ),
      ...(others !== undefined && { others }),
      ...(items !== true && { items }),
      ...(fills && Object.keys(defaults).length > 0 && { defaults }),
    }
  }
  const othersShape = (own: Schema, fills: boolean): Shape | undefined => {
    if (Object.keys(own.patternProperties ?? {}).length > 0) return true
    for (const rule of [own.additionalProperties, own.unevaluatedProperties]) {
      if (rule === true) return true
      if (typeof rule === 'object') return shapeOf(rule, fills)
    }
    return undefined
  }
  const known = new Set(named.keys())
  const shape = shapeOf(schema, fillDefaults)
  if (undeclaredFields === 'drop') return shape
  const others = undeclaredFields === 'keep'
  for (const [name, inner] of named) if (!known.has(name)) named.set(name, withOthers(inner, others))
  return withOthers(shape, others)
}

/** The shape with undeclared fields kept or refused instead of dropped. */
function withOthers(shape: Shape, others: boolean): Shape {
  if (typeof shape === 'boolean' || shape.named !== undefined) return shape
  const { fields, items, defaults = {}, int64 } = shape
  const own = shape.others === undefined ? others : withOthers(shape.others, others)
  const inner = Object.entries(fields ?? {})
    .map(([name, field]) => [name, withOthers(field, others)] as const)
    // What is passed on whole need not be named.
    .filter(([name, field]) => own !== true || field !== true || Object.hasOwn(defaults, name))
  const ofItems = items === undefined ? true : withOthers(items, others)
  if ((fields === undefined || own === true) && inner.length === 0 && ofItems === true && !int64) return true
  return {
    ...(fields !== undefined && { fields: Object.fromEntries(inner), others: own }),
    ...(shape.defaults !== undefined && { defaults }),
    ...(ofItems !== true && { items: ofItems }),
    ...(int64 && { int64 }),
  }
}

function isReadOnly(contract: Contract, property: Schema): boolean {
  return property.readOnly === true || follow<Schema>(contract, property).readOnly === true
}

/** One shape of several that hold for the same value: what any of them declares is declared. */
function merged(shapes: readonly Shape[]): Shape {
  const known = shapes.filter((shape) => shape !== true)
  const [first, ...others] = known
  if (first === undefined) return true
  return others.reduce<Shape>((left, right) => mergedPair(left, right), first)
}

function mergedPair(left: Shape, right: Shape): Shape {
  if (left === false) return right
  if (right === false) return left
  if (left === true || right === true)
    return Object(left).int64 || Object(right).int64 ? { int64: true } : true
  if (left.named !== undefined || right.named !== undefined) return left.named === right.named ? left : true
  const fields: Record<string, Shape> = { ...left.fields }
  for (const [name, shape] of Object.entries(right.fields ?? {})) {
    const known = fields[name]
    fields[name] = known === undefined ? shape : mergedPair(known, shape)
  }
  const items =
    left.items === undefined || right.items === undefined
      ? (left.items ?? right.items)
      : mergedPair(left.items, right.items)
  const others = left.others ?? right.others
  const defaults = { ...left.defaults, ...right.defaults }
  return {
    ...((left.fields !== undefined || right.fields !== undefined) && { fields }),
    ...(others !== undefined && { others }),
    ...(items !== undefined && { items }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...((left.int64 || right.int64) && { int64: true }),
  }
}
