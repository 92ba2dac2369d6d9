import { Usd } from '../../core/domain/money/usd.ts'
import type { ProductName } from '../../core/domain/products.ts'
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
