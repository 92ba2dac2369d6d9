const depthMax = 4

/** Where a text is in an error or another value, such as `headers.x-request-id`; undefined if it is not there. */
export function pathTo(value: unknown, wanted: string, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > depthMax) return undefined
  const entries = value instanceof Headers ? [...value] : entriesOf(value)
  const found = entries.find(([, one]) => one === wanted)
  if (found) return found[0]
  for (const [name, one] of entries) {
    const rest = pathTo(one, wanted, depth + 1)
    if (rest !== undefined) return `${name}.${rest}`
  }
  return undefined
}

/** Of own properties, those that are not enumerable among them, and of the getters of classes. */
function entriesOf(value: object): [string, unknown][] {
  const names = new Set(Object.getOwnPropertyNames(value))
  return [...names]
    .filter((name) => !['stack', 'message'].includes(name))
    .map((name) => [name, Reflect.get(value, name)])
}
