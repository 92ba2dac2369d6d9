const depthMax = 4

/**
 * Where a text or number is in an error or another value, such as `headers.x-request-id`; undefined if it is
 * not there.
 */
export function pathTo(value: unknown, wanted: string | number, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > depthMax) return undefined
  const entries = entriesOf(value)
  const found = entries.find(([, one]) => one === wanted)
  if (found) return found[0]
  for (const [name, one] of entries) {
    const rest = pathTo(one, wanted, depth + 1)
    if (rest !== undefined) return `${name}.${rest}`
  }
  return undefined
}

/** Own properties, also those that are not enumerable, and what a response and its headers show by getters. */
function entriesOf(value: object): [string, unknown][] {
  if (value instanceof Headers) return [...value]
  if (value instanceof Response)
    return [
      ['status', value.status],
      ['headers', value.headers],
    ]
  return Object.getOwnPropertyNames(value)
    .filter((name) => name !== 'stack')
    .map((name) => [name, Reflect.get(value, name)])
}
