/** The value where it is an object with fields, else an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Whether a value is an object with fields, and not an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The record with each value that is an object replaced. */
export function mapRecords(
  all: Readonly<Record<string, unknown>>,
  change: (value: Readonly<Record<string, unknown>>, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, isRecord(value) ? change(value, name) : value]),
  )
}
