import { type Harmless, moreRows, oddIdsOnMysql, onlyMysqlLocks, secondGuard } from './reasons.ts'

export const ledger: Harmless = {
  'database/accounts.ts': [
    ['if (!mayBeId(accountId)) return undefined', 1, oddIdsOnMysql],
    ['const stored = (max: number | null | undefined)', 1, 'SQLite stores a number as it stores a bigint'],
    ['export async function lockAccounts(', 1, onlyMysqlLocks],
    [".where('id', 'in', accountIds)", 1, moreRows],
  ],
  'database/ledger.ts': [
    ['if (numUpdatedRows !== BigInt(accountIds.length))', 1, secondGuard],
    ['throw new Error(', 1, secondGuard],
  ],
  'database/reconcile-ledger.ts': [
    ['if (found.length >= limit)', 1, 'of as many as were asked for, nothing is cut off at the end either'],
    [".where('id', '<=', last)", 1, 'what was added since the start is compared as well'],
  ],
}
