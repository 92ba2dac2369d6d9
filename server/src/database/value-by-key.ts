import { type RawBuilder, sql } from 'kysely'

/**
 * A value of its own for each row of one statement, found by the row's key; null for a row that is not among them. What
 * would else be a statement a row, and a round trip each, becomes one for all of them.
 */
export function valueByKey<T>(
  column: 'id' | 'task_id' | 'account_id',
  values: ReadonlyMap<string, T>,
): RawBuilder<T> {
  const branches = [...values].map(([key, value]) => sql`when ${key} then ${value}`)
  return sql<T>`case ${sql.ref(column)} ${sql.join(branches, sql` `)} end`
}
