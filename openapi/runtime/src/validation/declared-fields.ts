/**
 * What is passed on of a JSON value: all with `true`, nothing with `false`, of an object what its fields say.
 */
export type Shape =
  | boolean
  | {
      /** The declared fields of an object. */
      readonly fields?: Readonly<Record<string, Shape>>
      /** The shape of every other field; those are dropped without it, and refused with `false`. */
      readonly others?: Shape
      /** The shape of an array's items. */
      readonly items?: Shape
      /** Stand in for omitted fields. */
      readonly defaults?: Readonly<Record<string, unknown>>
      /** A whole number of 64 bits, which is passed on as a bigint. */
      readonly int64?: true
      /** A shape that occurs inside itself, by its name. */
      readonly named?: string
    }

/** How a value is passed on. */
interface Passing {
  readonly named?: Readonly<Record<string, Shape>>
  /** Gets the places of fields that are refused. */
  readonly refused?: string[]
}

/** A copy of the value with what is passed on of it. */
export function declaredFields(value: unknown, shape: Shape, passing: Passing = {}, path = ''): unknown {
  if (typeof shape === 'boolean') return value
  if (shape.int64 === true && Number.isSafeInteger(value)) return BigInt(Number(value))
  if (!isObject(value)) return value
  if (shape.named !== undefined)
    return declaredFields(value, passing.named?.[shape.named] ?? true, passing, path)
  const { fields, items = true } = shape
  if (Array.isArray(value))
    return items === true
      ? value
      : value.map((item, at) => declaredFields(item, items, passing, `${path}/${at}`))
  return fields === undefined ? value : pickFields(value, fields, shape, passing, path)
}

function pickFields(
  sent: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Shape>>,
  { others, defaults }: Exclude<Shape, boolean>,
  passing: Passing,
  path: string,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name in fields) {
    const field = fields[name] ?? true
    if (field === false) continue
    if (Object.hasOwn(sent, name)) {
      const value = sent[name]
      put(kept, name, field === true ? value : declaredFields(value, field, passing, `${path}/${name}`))
    } else if (defaults !== undefined && Object.hasOwn(defaults, name)) {
      put(kept, name, declaredFields(structuredClone(defaults[name]), field, passing))
    }
  }
  if (others === undefined) return kept
  for (const name of Object.keys(sent)) {
    if (Object.hasOwn(fields, name)) continue
    const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (others === false) passing.refused?.push(place)
    else put(kept, name, declaredFields(sent[name], others, passing, place))
  }
  return kept
}

/** An assignment that cannot reach the prototype, whatever a field is called. */
function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
