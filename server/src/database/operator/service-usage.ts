import type { ProductName } from '../../core/domain/generation/products.ts'
import type { TaskErrorCode, TaskStatus } from '../../core/domain/task-states.ts'
import { Usd } from '../../core/domain/usd.ts'
import type { UtcDay } from '../../core/domain/utc-day.ts'
import type { Reader } from '../tables.ts'

/** What all accounts together used, for operators. */

/** What ended on a day, of one product. */
export interface ProductDay {
  readonly day: UtcDay
  readonly product: ProductName
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
  readonly charged: Usd
}

/**
 * The sums over all accounts on these days, both included. Reads a row for each account, day, product and key, by
 * the index on days.
 */
export async function sumUsageByDay(
  db: Reader,
  { from, to }: { readonly from: UtcDay; readonly to: UtcDay },
): Promise<ProductDay[]> {
  const rows = await db
    .selectFrom('usage_days')
    .select((row) => [
      'day',
      'product',
      row.fn.sum<bigint | string>('succeeded').as('succeeded'),
      row.fn.sum<bigint | string>('failed').as('failed'),
      row.fn.sum<bigint | string>('cancelled').as('cancelled'),
      row.fn.sum<bigint | string>('charged').as('charged'),
    ])
    .where('day', '>=', BigInt(from))
    .where('day', '<=', BigInt(to))
    .groupBy(['day', 'product'])
    .orderBy('day')
    .orderBy('product')
    .execute()
  return rows.map((row) => ({
    day: Number(row.day),
    product: row.product,
    succeeded: Number(row.succeeded),
    failed: Number(row.failed),
    cancelled: Number(row.cancelled),
    charged: Usd.ofMicros(BigInt(row.charged)),
  }))
}

/** What a read of the newest tasks returns of how each ended. */
export interface EndGlance {
  readonly id: string
  readonly status: TaskStatus
  readonly errorCode: TaskErrorCode | undefined
  readonly completedAtMs: number | undefined
}

/** The newest tasks since the one with this id, newest first; reads one range of the primary key. */
export async function glanceAtEnds(
  db: Reader,
  { from, limit }: { readonly from: string; readonly limit: number },
): Promise<EndGlance[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'status', 'error_code', 'completed_at'])
    .where('id', '>=', from)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    errorCode: row.error_code ?? undefined,
    completedAtMs: row.completed_at === null ? undefined : Number(row.completed_at),
  }))
}
