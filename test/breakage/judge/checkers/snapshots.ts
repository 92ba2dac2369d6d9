import type { Operation } from '../history.ts'
import { allOf, type Read } from '../service-history.ts'

/** What the reader saw of accounts; a read that failed, as while the database is away, saw nothing. */
export function snapshotsOf(
  operations: readonly Operation[],
): (Pick<Operation, 'start' | 'end'> & { readonly accounts: Read['found'] })[] {
  return allOf(operations, 'read').flatMap(({ type, found, start, end }) =>
    type === 'ok' && found !== undefined ? [{ accounts: found, start, end }] : [],
  )
}
