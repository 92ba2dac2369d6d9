import { exactNumber } from '../edge/parse-json.ts'
import type { EdgeFacts } from '../facts.ts'
import { isObject, type Shape } from './declared-fields.ts'

/** Whole numbers of 64 bits as bigints: JSON has them, and numbers of JavaScript are exact up to 2^53 only. */

/** The bounds that a schema sets to a whole number of 64 bits. */
export interface Int64Rules {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
}

/** Whether a value is a whole number of 64 bits, and exact. */
export function isInt64(value: unknown, rules: Int64Rules): boolean {
  if (typeof value !== 'bigint') return Number.isSafeInteger(value) && isInt64(BigInt(Number(value)), rules)
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules
  return (
    value === BigInt.asIntN(64, value) &&
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (!Number.isSafeInteger(multipleOf) || value % BigInt(multipleOf ?? 1) === 0n)
  )
}

/** What writes the JSON of a contract's responses. */
export function jsonOf({ int64 }: Pick<EdgeFacts, 'int64'>): (body: unknown) => string {
  return int64 === undefined ? JSON.stringify : exactJson
}

/** The JSON of a value with its bigints as they are; a rounded number has an exponent, so that it is not taken for one. */
function exactJson(body: unknown): string {
  const raw: (text: string) => unknown = Reflect.get(JSON, 'rawJSON')
  return JSON.stringify(body, (_name, value: unknown) => {
    if (typeof value === 'bigint') return raw(`${value}`)
    const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value)
    return isRounded ? raw(Number(value).toExponential()) : value
  })
}

/** What a client gets of a value: a Date is a text by then. */
export function sentValue(facts: Pick<EdgeFacts, 'int64'>, body: unknown): unknown {
  return JSON.parse(jsonOf(facts)(body), facts.int64 === undefined ? undefined : exactNumber)
}

/** The value with its bigints as numbers, but where the contract has whole numbers of 64 bits. */
export function roundedElsewhere(
  value: unknown,
  shape: Shape | undefined,
  named: Readonly<Record<string, Shape>>,
): unknown {
  if (typeof value === 'bigint') return Object(shape).int64 === true ? value : Number(value)
  // Files of forms, and bytes, are no JSON.
  if (!isObject(value) || ArrayBuffer.isView(value)) return value
  const { fields = {}, others, items, named: name }: Exclude<Shape, boolean> = Object(shape)
  if (name !== undefined) return roundedElsewhere(value, named[name], named)
  if (Array.isArray(value)) return value.map((item) => roundedElsewhere(item, items, named))
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const own = Object.hasOwn(fields, field) ? fields[field] : others
      return [field, roundedElsewhere(inner, own, named)]
    }),
  )
}
