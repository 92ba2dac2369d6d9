import { at } from '../calls/json-path.ts'
import type { Pointer } from './call-options.ts'

/**
 * The values at a path, where `*` stands for every element of a list or value of an object; at least one.
 * `undefined` stands for each that is missing, so that an element without a value is not overlooked.
 */
export function valuesAt(body: unknown, path: string): readonly unknown[] {
  return path.split('.').reduce<readonly unknown[]>(
    (found, key) =>
      found.flatMap((value) => {
        if (key !== '*') return [at(value, key)]
        const values: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : []
        return values.length > 0 ? values : [undefined]
      }),
    [body],
  )
}

/** The texts at the first of the pointers that has any; a list at a pointer counts as its elements. */
export function textsAt(body: unknown, pointer: Pointer | undefined): readonly string[] {
  for (const path of pathsOf(pointer)) {
    const texts = valuesAt(body, path)
      .flat()
      .filter((value): value is string => typeof value === 'string' && value !== '')
    if (texts.length > 0) return texts
  }
  return []
}

/**
 * The first text, number or boolean at the pointers, as text: some engines use numbers for statuses, codes
 * and ids.
 */
export function scalarAt(body: unknown, pointer: Pointer | undefined): string | undefined {
  for (const path of pathsOf(pointer)) {
    for (const value of valuesAt(body, path)) {
      if (typeof value === 'string' && value !== '') return value
      if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    }
  }
  return undefined
}

/** The places that it names. */
export function pathsOf(pointer: Pointer | undefined): readonly string[] {
  if (pointer === undefined) return []
  return typeof pointer === 'string' ? [pointer] : pointer
}
