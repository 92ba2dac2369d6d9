import type { Shape } from '../../../runtime/src/validation/declared-fields.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { referredName } from '../read/follow.ts'
import { componentMaker } from '../read/made-components.ts'
import { bodyKeys, bodySchema } from '../read/media.ts'
import type { Operation } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { bodyShape } from './shapes.ts'

/** What backends are handed where it differs from what callers send: omitted fields have their defaults. */
export interface FilledBodies {
  /** The schema of the handed body, by its key. */
  readonly schemas: ReadonlyMap<string, Schema>
  /** The components that only these schemas refer to. */
  readonly components: Readonly<Record<string, Schema>>
}

/**
 * The bodies with their filled fields required. What is filled is read off the shapes by which the runtime
 * fills, so that types and behaviour cannot disagree.
 */
export function filledBodies(
  contract: Contract,
  operations: readonly Operation[],
  settings: Settings,
): FilledBodies {
  const schemas = new Map<string, Schema>()
  const components: Record<string, Schema> = {}
  const made = componentMaker(contract.components.schemas, components)
  const named = new Map<string, Shape>()

  const filled = (schema: Schema, shape: Shape): Schema => {
    if (!fillsIn(shape, named)) return schema
    const { $ref, ...beside } = schema
    const own = withFilledRequired(beside, shapeOf(shape, named), filled)
    return $ref === undefined ? own : { ...own, $ref: `#/components/schemas/${component($ref, shape)}` }
  }
  /** A component has one name for each way to be filled; the rules next to a reference can make several. */
  const component = ($ref: string, shape: Shape): string => {
    const original = referredName({ $ref }) ?? ''
    return made(`${$ref} ${JSON.stringify(shape)}`, `Filled${original}`, () =>
      filled(contract.components.schemas[original] ?? {}, shape),
    )
  }

  for (const { id, body } of operations) {
    for (const variant of body?.variants ?? []) {
      if (body === undefined || variant.kind === 'text' || variant.kind === 'binary') continue
      const shape = bodyShape(contract, variant.schema, settings, named)
      if (!fillsIn(shape, named)) continue
      for (const key of bodyKeys(id, body, variant))
        schemas.set(key, filled(bodySchema(contract, variant), shape))
    }
  }
  return { schemas, components }
}

function withFilledRequired(
  schema: Schema,
  shape: Exclude<Shape, boolean>,
  filled: (inner: Schema, shape: Shape) => Schema,
): Schema {
  const { properties, items, additionalProperties } = schema
  const declared = Object.keys(shape.defaults ?? {}).filter((name) => Object.hasOwn(properties ?? {}, name))
  const required = [...new Set([...(schema.required ?? []), ...declared])]
  const parts = (list: readonly Schema[]) => list.map((part) => filled(part, shape))
  return {
    ...schema,
    ...(required.length > 0 && { required }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          filled(property, shape.fields?.[name] ?? true),
        ]),
      ),
    }),
    ...(items !== undefined && { items: filled(items, shape.items ?? true) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: filled(additionalProperties, shape.others ?? true),
    }),
    ...(schema.allOf !== undefined && { allOf: parts(schema.allOf) }),
    ...(schema.anyOf !== undefined && { anyOf: parts(schema.anyOf) }),
    ...(schema.oneOf !== undefined && { oneOf: parts(schema.oneOf) }),
  }
}

function shapeOf(shape: Shape, named: ReadonlyMap<string, Shape>): Exclude<Shape, boolean> {
  if (typeof shape === 'boolean') return {}
  return shape.named === undefined ? shape : shapeOf(named.get(shape.named) ?? true, named)
}

/** Whether a shape has a default anywhere. */
function fillsIn(shape: Shape, named: ReadonlyMap<string, Shape>, seen = new Set<string>()): boolean {
  if (typeof shape === 'boolean') return false
  if (shape.named !== undefined) {
    if (seen.has(shape.named)) return false
    return fillsIn(named.get(shape.named) ?? true, named, seen.add(shape.named))
  }
  const inner = [...Object.values(shape.fields ?? {}), shape.items ?? true, shape.others ?? true]
  return shape.defaults !== undefined || inner.some((one) => fillsIn(one, named, seen))
}
