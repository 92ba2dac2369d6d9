import { ServiceError } from '@mediagen/contract/errors'
import { limits } from '@mediagen/contract/limits'
import type * as contract from '@mediagen/contract/models'
import { Usd } from '../../core/domain/money/usd.ts'
import { dateOfDay, dayOf, dayOfDate, firstDayOfMonth } from '../../core/domain/utc-day.ts'
import type { Database } from '../../database/database.ts'
import { listUsageDays, type UsageDay } from '../../database/money/usage-days.ts'

/** Rows of one response, some 3 MB: only an account with hundreds of keys in use has more. */
const rowsMax = 20_000

/**
 * What the account used from `from` to `to`, by default this month so far. Throws INVALID_REQUEST for a range
 * that is empty or has too many days.
 */
export async function getUsage(
  { database }: { readonly database: Database },
  accountId: string,
  range: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<contract.Usage> {
  const to = range.to === undefined ? dayOf(await database.nowMs()) : dayOfDate(range.to)
  const from = range.from === undefined ? firstDayOfMonth(to) : dayOfDate(range.from)
  if (from > to) throw invalidFrom(`must not be after ${dateOfDay(to)}`)
  if (to - from >= limits.usageDaysMax)
    throw invalidFrom(`must be at most ${limits.usageDaysMax} days before the end of ${dateOfDay(to)}`)
  const rows = await database.read((db) => listUsageDays(db, { accountId, from, to, limit: rowsMax + 1 }))
  if (rows.length > rowsMax) throw invalidFrom('is followed by too many rows; ask for fewer days')
  return {
    from: dateOfDay(from),
    to: dateOfDay(to),
    currency: 'USD',
    charged: rows.reduce((sum, { charged }) => sum.plus(charged), Usd.zero).toString(),
    days: rows.map(viewUsageDay),
  }
}

/** A row as its account sees it. */
function viewUsageDay(row: UsageDay): contract.UsageDay {
  const { product, succeeded, failed, cancelled } = row
  return {
    date: dateOfDay(row.day),
    product,
    keyId: row.apiKeyId ?? null,
    succeeded,
    failed,
    cancelled,
    charged: row.charged.toString(),
  }
}

function invalidFrom(message: string): ServiceError {
  return new ServiceError('INVALID_REQUEST', { details: [{ path: '/from', message }] })
}
