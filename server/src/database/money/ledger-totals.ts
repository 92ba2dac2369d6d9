import type { Kysely, Transaction } from 'kysely'
import { Usd } from '../../core/domain/money/usd.ts'
import type { Tables } from '../tables.ts'

/** The sums of an account's ledger entries by kind. */
export interface LedgerTotals {
  readonly credited: Usd
  readonly debited: Usd
  readonly reserved: Usd
  readonly charged: Usd
  readonly refunded: Usd
  readonly entries: number
}

/** Sums one account's whole ledger in the database, exactly, in micro-dollars. */
export async function sumLedger(
  db: Kysely<Tables> | Transaction<Tables>,
  accountId: string,
): Promise<LedgerTotals> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select((row) => [
      'kind',
      row.fn.sum<bigint | string>('amount').as('total'),
      row.fn.countAll<bigint>().as('entries'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('kind')
    .execute()
  const totalOf = (kind: string): Usd =>
    Usd.ofMicros(BigInt(rows.find((row) => row.kind === kind)?.total ?? 0n))
  return {
    credited: totalOf('credit'),
    debited: totalOf('debit'),
    reserved: totalOf('reserve'),
    charged: totalOf('charge'),
    refunded: totalOf('refund'),
    entries: rows.reduce((sum, row) => sum + Number(row.entries), 0),
  }
}
