import { type LedgerTotals, sumLedger } from '../../../server/src/database/money/ledger-totals.ts'
import type { TestService } from '../../support/service.ts'

/** The sums of an account's ledger, to compare its usage with. */
export function sumLedgerOf({ database }: TestService, accountId: string): Promise<LedgerTotals> {
  return database.read((db) => sumLedger(db, accountId))
}
