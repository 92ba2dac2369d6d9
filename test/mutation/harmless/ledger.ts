import { type Harmless, onlyMysqlLocks, secondGuard } from './reasons.ts'

const oneChunk = 'the same is compared, in fewer and larger statements'

export const ledger: Harmless = {
  'database/accounts.ts': [
    ['if (!mayBeId(accountId)) return undefined', 1, 'no row has such an id; the check spares the read'],
    ['const stored = (max: number | null | undefined)', 1, 'SQLite stores a number as it stores a bigint'],
    ['export async function lockAccounts(', 1, onlyMysqlLocks],
    [".where('id', 'in', accountIds)", 1, onlyMysqlLocks],
  ],
  'database/ledger.ts': [
    ['if (numUpdatedRows !== BigInt(accountIds.length))', 1, secondGuard],
    ['throw new Error(', 1, secondGuard],
  ],
  'database/reconcile-ledger.ts': [
    ['if (found.length >= limit)', 1, 'of as many as were asked for, nothing is cut off at the end either'],
    ['const row = await database.read((db) =>', 1, oneChunk],
    [".where('id', '<=', last)", 1, 'what was added since the start is compared as well'],
    ['.offset(rows - 1)', 1, oneChunk],
  ],
}
