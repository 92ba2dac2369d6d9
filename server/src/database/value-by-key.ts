import { type RawBuilder, sql } from 'kysely'

/**
 * A separate value for each row of one statement, by the row's key; the statement is to be bound to these keys. Turns
 * one statement and round trip per row into one for all of them. The same value for all, such as a count of 1, is
 * written once: CASEs in five places of a statement were 3 % of the processor time of an acceptance.
 */
export function valueByKey<T>(
  column: 'id' | 'task_id' | 'account_id' | 'limits_id',
  values: ReadonlyMap<string, T>,
): RawBuilder<T> {
  const [first, ...others] = values.values()
  if (first !== undefined && others.every((value) => value === first)) return sql<T>`${first}`
  const branches = [...values].map(([key, value]) => sql`when ${key} then ${value}`)
  return sql<T>`case ${sql.ref(column)} ${sql.join(branches, sql` `)} end`
}
