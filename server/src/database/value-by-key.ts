import { type RawBuilder, sql } from 'kysely'

/**
 * A separate value for each row of one statement, by the row's key; null for a row without one. Turns one
 * statement and round trip per row into one for all of them.
 */
export function valueByKey<T>(
  column: 'id' | 'task_id' | 'account_id' | 'limits_id',
  values: ReadonlyMap<string, T>,
): RawBuilder<T> {
  const branches = [...values].map(([key, value]) => sql`when ${key} then ${value}`)
  return sql<T>`case ${sql.ref(column)} ${sql.join(branches, sql` `)} end`
}
