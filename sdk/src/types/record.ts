/** An object with unknown properties; check their types when reading them. */
export type UnknownRecord = Readonly<Record<PropertyKey, unknown>>

const noProperties: UnknownRecord = { __proto__: null }

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null
}

/** A value of unknown type as a record; without properties if it is not an object. */
export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : noProperties
}

/** A value of unknown type as text; undefined if it is not a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
