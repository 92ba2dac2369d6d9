import { emptyList, type Harmless, onlyMysqlLocks, optimisation, secondGuard } from './reasons.ts'

export const limits: Harmless = {
  'database/account-limits.ts': [['await lockAccounts(tx, [accountId])', 1, onlyMysqlLocks]],
  'database/key-spending.ts': [
    ['if (numUpdatedRows !== BigInt(costs.size))', 1, secondGuard],
    ['throw new Error(`The spending on day', 1, secondGuard],
  ],
  'database/running-limits.ts': [
    ['candidates.filter((each) => isLimited(each)', 2, optimisation],
    ['countRoom(tx, candidates.filter(isLimited))', 1, optimisation],
    ['if (max.size === 0) return new Map()', 1, emptyList],
    [
      'return held !== undefined && held.taskId < id',
      1,
      'a task is not held while it is in the queue, so the two are never the same',
    ],
  ],
}
