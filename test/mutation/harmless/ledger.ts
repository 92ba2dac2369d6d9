import { type Harmless, moreRows, oddIdsOnMysql, onlyMysqlLocks, secondGuard } from './reasons.ts'

export const ledger: Harmless = {
  'accounts.ts': [
    ['findAccount', ['ConditionalExpression 2'], oddIdsOnMysql],
    ['setAccountLimits', ['ConditionalExpression 2'], 'SQLite stores a number as it stores a bigint'],
    ['lockAccounts', ['BlockStatement 1'], onlyMysqlLocks],
    ['lockAccounts', ['Guard 1'], moreRows],
  ],
  'ledger.ts': [
    ['changeAccounts', ['ConditionalExpression 6'], secondGuard],
    ['changeAccounts', ['CallExpression 1'], secondGuard],
  ],
  'reconciliation/reconcile-ledger.ts': [
    ['collect', ['EqualityOperator 1'], 'of as many as were asked for, nothing is cut off at the end either'],
  ],
  'reconciliation/chunks.ts': [
    ['chunksOf', ['Guard 2'], 'what was added since the start is compared as well'],
  ],
}
