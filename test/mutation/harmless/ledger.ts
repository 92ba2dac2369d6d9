import { type Harmless, secondGuard } from './reasons.ts'

export const ledger: Harmless = {
  'database/ledger.ts': [
    ['if (numUpdatedRows !== BigInt(accountIds.length))', 1, secondGuard],
    ['throw new Error(', 1, secondGuard],
  ],
}
