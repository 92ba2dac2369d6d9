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
      'const isBehind = !place.isTurn && isLimited(candidate)',
      1,
      'a turn was the oldest held task when it was read; if an older one has been held since, the two may start in either order: the turn would be held again, and the older one is the turn of the next reading',
    ],
    [
      'return held !== undefined && held.taskId < id',
      1,
      'a task is not held while it is in the queue, so the two are never the same',
    ],
  ],
}
