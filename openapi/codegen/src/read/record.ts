/** The value where it is an object with fields, else an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Whether a value is an object with fields, and not an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
