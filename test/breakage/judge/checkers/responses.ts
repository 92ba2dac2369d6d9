import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'

/** What fails because a part is away is answered with 503, or not at all: the service is never at fault itself. */
export function findResponseErrors(operations: readonly Operation[]): string[] {
  return allOf(operations, 'respond').map(
    ({ asked: { method, path, status }, start }) => `${method} ${path}: ${status}: operation ${start}`,
  )
}
