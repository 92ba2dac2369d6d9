/** The value at a dotted path of parsed JSON, such as `data.0.url`; undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  if (path === '') return value
  let found = value
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = Reflect.get(found, key)
  }
  return found
}

/** The non-empty text at a path; undefined for anything else. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The finite number at a path. */
export function numberAt(value: unknown, path: string): number | undefined {
  const found = at(value, path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** The elements at a path; none if it is not a list. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}
