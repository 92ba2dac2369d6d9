/**
 * What is passed on of a JSON value. `true` passes everything on; an object's undeclared fields are dropped,
 * at every depth, unless the contract says what they look like.
 */
export type Shape =
  | true
  | {
      /** The declared fields of an object. */
      readonly fields?: Readonly<Record<string, Shape>>
      /** The shape of every other field; those are dropped without it. */
      readonly others?: Shape
      /** The shape of an array's items. */
      readonly items?: Shape
      /** Stand in for omitted fields. */
      readonly defaults?: Readonly<Record<string, unknown>>
      /** A shape that occurs inside itself, by its name. */
      readonly named?: string
    }

/** A copy of the value with the declared fields only, and with defaults for omitted ones if it `fills`. */
export function declaredFields(
  value: unknown,
  shape: Shape,
  named: Readonly<Record<string, Shape>> = {},
  fills = true,
): unknown {
  if (shape === true || !isObject(value)) return value
  if (shape.named !== undefined) return declaredFields(value, named[shape.named] ?? true, named, fills)
  const { fields, items = true } = shape
  if (Array.isArray(value))
    return items === true ? value : value.map((item) => declaredFields(item, items, named, fills))
  return fields === undefined ? value : pickFields(value, fields, shape, named, fills)
}

function pickFields(
  sent: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Shape>>,
  { others, defaults }: Exclude<Shape, true>,
  named: Readonly<Record<string, Shape>>,
  fills: boolean,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name in fields) {
    const field = fields[name] ?? true
    if (Object.hasOwn(sent, name)) {
      const value = sent[name]
      put(kept, name, field === true ? value : declaredFields(value, field, named, fills))
    } else if (fills && defaults !== undefined && Object.hasOwn(defaults, name)) {
      put(kept, name, declaredFields(structuredClone(defaults[name]), field, named))
    }
  }
  if (others !== undefined) {
    for (const name of Object.keys(sent))
      if (!Object.hasOwn(fields, name)) put(kept, name, declaredFields(sent[name], others, named, fills))
  }
  return kept
}

/** An assignment that cannot reach the prototype, whatever a field is called. */
function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
