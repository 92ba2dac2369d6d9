import { sql } from 'kysely'
import { Usd } from '../../core/domain/money/usd.ts'
import type { ProductName } from '../../core/domain/products.ts'
import type { UtcDay } from '../../core/domain/utc-day.ts'
import { dayMs } from '../../core/domain/utc-day.ts'
import type { Reader } from '../tables.ts'
import { tasksByEnd } from '../tasks/task-ends.ts'

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

/**
 * The costs of one day, by product and engine, archived tasks included; reads the rows of the tasks that ended on it.
 */
export async function sumEngineCosts(db: Reader, day: UtcDay): Promise<EngineCost[]> {
  const ended = db
    .selectFrom(tasksByEnd)
    .select((row) => [
      'type as product',
      'provider as engine',
      row.fn.countAll<bigint | string>().as('results'),
      row.fn.sum<bigint | string>('cost').as('charged'),
      row.fn.count<bigint | string>('engine_cost').as('known'),
      sql<bigint | string>`sum(case when engine_cost is null then 0 else cost end)`.as('known_charged'),
      sql<bigint | string>`coalesce(sum(engine_cost), 0)`.as('known_cost'),
    ])
    .where('completed_at', '>=', BigInt(day * dayMs))
    .where('completed_at', '<', BigInt((day + 1) * dayMs))
    .where('status', '=', 'SUCCEEDED')
    .groupBy(['type', 'provider'])
  const archived = db
    .selectFrom('archived_costs')
    .select((row) => [
      'product',
      sql<string | null>`nullif(provider, '')`.as('engine'),
      ...sums.map((sum) => row.ref(sum).$castTo<bigint | string>().as(sum)),
    ])
    .where('day', '=', BigInt(day))
    .where('results', '>', 0n)
  // One statement, so that a task that leaves meanwhile is counted once.
  const rows = await db
    .selectFrom(ended.unionAll(archived).as('parts'))
    .select((row) => ['product', 'engine', ...sums.map((sum) => row.fn.sum<bigint | string>(sum).as(sum))])
    .groupBy(['product', 'engine'])
    .orderBy('product')
    .orderBy('engine')
    .execute()
  return rows.map((row) => ({
    product: row.product,
    engine: row.engine,
    results: Number(row.results),
    charged: Usd.ofMicros(BigInt(row.charged)),
    known: {
      results: Number(row.known),
      charged: Usd.ofMicros(BigInt(row.known_charged)),
      cost: Usd.ofMicros(BigInt(row.known_cost)),
    },
  }))
}

const sums = ['results', 'charged', 'known', 'known_charged', 'known_cost'] as const
