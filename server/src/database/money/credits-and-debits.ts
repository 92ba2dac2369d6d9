import { Usd } from '../../core/domain/money/usd.ts'
import type { Reader } from '../tables.ts'

/** A credit or a debit that was made; undefined if none has this id. */
export async function findChange(
  db: Reader,
  table: 'credits' | 'debits',
  id: string,
): Promise<{ readonly accountId: string; readonly amount: Usd } | undefined> {
  const row = await db
    .selectFrom(table)
    .select(['account_id', 'amount'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : { accountId: row.account_id, amount: Usd.ofMicros(row.amount) }
}
