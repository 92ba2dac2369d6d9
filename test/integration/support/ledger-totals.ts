import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import type { TestService } from '../../support/service.ts'

/** The sums of an account's ledger entries by kind. */
export interface LedgerTotals {
  readonly credited: Usd
  readonly debited: Usd
  readonly reserved: Usd
  readonly charged: Usd
  readonly refunded: Usd
  readonly entries: number
}

/** Adds up one account's whole ledger: what every other sum of the account must agree with. */
export async function sumLedgerOf({ database }: TestService, accountId: string): Promise<LedgerTotals> {
  const rows = await database.read((db) =>
    db
      .selectFrom('ledger_entries')
      .select((row) => [
        'kind',
        row.fn.sum<bigint | string>('amount').as('total'),
        row.fn.countAll<bigint>().as('entries'),
      ])
      .where('account_id', '=', accountId)
      .groupBy('kind')
      .execute(),
  )
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
