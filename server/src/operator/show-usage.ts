import type * as contract from '@mediagen/contract/models'
import { dateOfDay, dayOf } from '../core/domain/utc-day.ts'
import type { Database } from '../database/database.ts'
import { getUsage } from '../use-cases/accounts/get-usage.ts'
import { requireAccount } from './change-balance.ts'

/** The last days, today included, or from one day to another, as `getUsage` reads a range. */
export type UsagePeriod =
  | { readonly days: number }
  | { readonly from?: string | undefined; readonly to?: string | undefined }

/** What an account used, as the account itself reads it. Throws UnknownIdError, and INVALID_REQUEST as `getUsage`. */
export async function showUsage(
  database: Database,
  { accountId, ...period }: { readonly accountId: string } & UsagePeriod,
): Promise<contract.Usage> {
  await database.read((db) => requireAccount(db, accountId))
  if (!('days' in period)) return getUsage({ database }, accountId, period)
  const today = dayOf(await database.nowMs())
  const from = dateOfDay(today - period.days + 1)
  return getUsage({ database }, accountId, { from, to: dateOfDay(today) })
}
