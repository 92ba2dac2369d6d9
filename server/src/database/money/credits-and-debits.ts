import { Usd } from '../../core/domain/money/usd.ts'
import type { Reader } from '../tables.ts'

/** A credit or a debit that was made. */
interface MadeChange {
  readonly accountId: string
  readonly amount: Usd
}

/** undefined if no credit has this id. */
export function findCredit(db: Reader, creditId: string): Promise<MadeChange | undefined> {
  return findChange(db, 'credits', creditId)
}

/** undefined if no debit has this id. */
export function findDebit(db: Reader, debitId: string): Promise<MadeChange | undefined> {
  return findChange(db, 'debits', debitId)
}

async function findChange(
  db: Reader,
  table: 'credits' | 'debits',
  id: string,
): Promise<MadeChange | undefined> {
  const row = await db
    .selectFrom(table)
    .select(['account_id', 'amount'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : { accountId: row.account_id, amount: Usd.ofMicros(row.amount) }
}
