import type { BrokenRule } from './validator.ts'

/** The errors that a compiled validator has found with one more; null before the first. */
export function withError(
  errors: BrokenRule[] | null,
  instancePath: string,
  schemaPath: string,
  keyword: string,
  params: BrokenRule['params'],
): BrokenRule[] {
  const error = { instancePath, schemaPath, keyword, params }
  if (errors === null) return [error]
  errors.push(error)
  return errors
}
