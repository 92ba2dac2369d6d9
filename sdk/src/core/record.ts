/** An object whose properties are not known; read them with checks of their types. */
export type UnknownRecord = Readonly<Record<PropertyKey, unknown>>

const noProperties: UnknownRecord = { __proto__: null }

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null
}

/** A value of unknown type as a record; without any property where it is not an object. */
export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : noProperties
}

/** A value of unknown type as text; undefined where it is not a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
