import { type RawBuilder, sql } from 'kysely'

/**
 * A value of its own for each row of one statement, found by the row's `id`; null for an id that is not among them. What
 * would else be a statement a row, and a round trip each, becomes one for all of them.
 */
export function valueById<T>(values: ReadonlyMap<string, T>): RawBuilder<T> {
  const branches = [...values].map(([id, value]) => sql`when ${id} then ${value}`)
  return sql<T>`case id ${sql.join(branches, sql` `)} end`
}
