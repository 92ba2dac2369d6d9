import { Usd } from '../../core/domain/usd.ts'
import type { Reader } from '../tables.ts'

/** A credit that was given; undefined if none has this id. */
export async function findCredit(
  db: Reader,
  creditId: string,
): Promise<{ readonly accountId: string; readonly amount: Usd } | undefined> {
  const row = await db
    .selectFrom('credits')
    .select(['account_id', 'amount'])
    .where('id', '=', creditId)
    .executeTakeFirst()
  return row === undefined ? undefined : { accountId: row.account_id, amount: Usd.ofMicros(row.amount) }
}
