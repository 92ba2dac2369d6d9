import { sql } from 'kysely'
import { Usd } from '../../core/domain/money/usd.ts'
import type { ProductName } from '../../core/domain/products.ts'
import type { UtcDay } from '../../core/domain/utc-day.ts'
import type { Reader } from '../tables.ts'
import { tasksByEnd } from '../tasks/task-ends.ts'

const dayMs = 86_400_000

/** The results of a product that an engine delivered on a day: what they brought, and what they cost. */
export interface EngineCost {
  readonly product: ProductName
  /** null for tasks of a version that did not record it. */
  readonly engine: string | null
  readonly results: number
  readonly charged: Usd
  /** Of the results whose cost is known. */
  readonly known: { readonly results: number; readonly charged: Usd; readonly cost: Usd }
}

/** The costs of one day, by product and engine; reads the rows of the tasks that ended on it. */
export async function sumEngineCosts(db: Reader, day: UtcDay): Promise<EngineCost[]> {
  const rows = await db
    .selectFrom(tasksByEnd)
    .select((row) => [
      'type',
      'provider',
      row.fn.countAll<bigint>().as('results'),
      row.fn.sum<bigint | string>('cost').as('charged'),
      row.fn.count<bigint>('engine_cost').as('known'),
      sql<bigint | string>`sum(case when engine_cost is null then 0 else cost end)`.as('known_charged'),
      row.fn.sum<bigint | string | null>('engine_cost').as('known_cost'),
    ])
    .where('completed_at', '>=', BigInt(day * dayMs))
    .where('completed_at', '<', BigInt((day + 1) * dayMs))
    .where('status', '=', 'SUCCEEDED')
    .groupBy(['type', 'provider'])
    .orderBy('type')
    .orderBy('provider')
    .execute()
  return rows.map((row) => ({
    product: row.type,
    engine: row.provider,
    results: Number(row.results),
    charged: Usd.ofMicros(BigInt(row.charged)),
    known: {
      results: Number(row.known),
      charged: Usd.ofMicros(BigInt(row.known_charged)),
      cost: Usd.ofMicros(BigInt(row.known_cost ?? 0)),
    },
  }))
}
