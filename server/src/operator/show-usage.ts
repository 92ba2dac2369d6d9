import type * as contract from '@mediagen/contract/models'
import { dateOfDay, dayOf } from '../core/domain/utc-day.ts'
import type { Database } from '../database/database.ts'
import { getUsage } from '../use-cases/get-usage.ts'
import { requireAccount } from './change-balance.ts'

/** What an account used in its last days, today included, as the account itself reads it. Throws UnknownIdError. */
export async function showUsage(
  database: Database,
  { accountId, days }: { readonly accountId: string; readonly days: number },
): Promise<contract.Usage> {
  await database.read((db) => requireAccount(db, accountId))
  const today = dayOf(await database.nowMs())
  return getUsage({ database }, accountId, { from: dateOfDay(today - days + 1), to: dateOfDay(today) })
}
