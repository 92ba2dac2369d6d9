import { httpMethods } from './contract.ts'

/** A key as a step of a reference. */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The keys of a reference inside a document. */
export function pointerKeys(reference: string): string[] {
  return reference
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .filter((step, index, steps) => step !== '' || index < steps.length - 1)
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A percent sign that begins no escape is one. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** The operation, path or component that a pointer leads into; undefined for any other place. */
export function nameOf(pointer: string): string | undefined {
  const [area, first = '', second = ''] = pointerKeys(pointer)
  if (area === 'paths' && httpMethods.some((method) => method === second))
    return `${second.toUpperCase()} ${first}`
  if (area === 'paths' && first !== '') return first
  return area === 'components' && second !== '' ? second : undefined
}

/** What a pointer leads to inside a value, without following references. */
export function valueAt(root: unknown, pointer: string): unknown {
  let found = root
  for (const key of pointerKeys(pointer))
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? Reflect.get(found, key)
        : undefined
  return found
}
