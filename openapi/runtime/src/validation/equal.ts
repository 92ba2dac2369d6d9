import { isObject } from './declared-fields.ts'

/** Whether two JSON values are equal. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && equal(left[name], right[name]))
  )
}
