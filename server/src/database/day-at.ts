import { type RawBuilder, sql } from 'kysely'

const dayMs = sql.lit(86_400_000)

/** The UTC day of a time in milliseconds, as `dayOf` counts it, in SQL; MySQL would divide with decimals. */
export function dayAt(timeMs: RawBuilder<unknown> | bigint): RawBuilder<bigint> {
  return sql<bigint>`(${timeMs} - ${timeMs} % ${dayMs}) / ${dayMs}`
}
