import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '../core/domain/utc-day.ts'

const day = sql.lit(dayMs)

/** The UTC day of a time in milliseconds, as `dayOf` counts it, in SQL; MySQL would divide with decimals. */
export function dayAt(timeMs: RawBuilder<unknown> | bigint): RawBuilder<bigint> {
  return sql<bigint>`(${timeMs} - ${timeMs} % ${day}) / ${day}`
}
