import { emptyList, type Harmless, indexOnly, moreRows, onlyMysqlLocks, optimisation } from './reasons.ts'

const placesAreLocked =
  'whoever has taken the place of a waiting task is alone to move it, so none that it cancels has gone on'
const positionsAreTimes = 'no position is below 0, where the search begins without a known head'

export const queue: Harmless = {
  'database/held-tasks.ts': [
    ['if (turns.length === 0) return []', 1, optimisation],
    ['.where((row) => row.or(turns.map(', 1, moreRows],
    [
      'row.task_id === null ? [] : [{ product: row.product',
      2,
      'the id of a line without held tasks is older than no task, and moves none',
    ],
    ["where('account_id', '=', turn.accountId)", 1, indexOnly],
    ["where('product', '=', turn.product)", 1, indexOnly],
    ['accountIds === undefined ? sql``', 1, 'whoever counts looks up only the accounts that it asked for'],
  ],
  'database/task-queue.ts': [
    ['if (limit > 0) places.push(', 2, optimisation],
    ['if (places.length === 0) return { tasks: []', 1, emptyList],
    [
      'return place === undefined ? [] : [{ task, place, runningMax }]',
      2,
      'the tasks were read by these places',
    ],
    ['const limited = [...new Set(candidates.filter(isLimited)', 2, onlyMysqlLocks],
    ['if (cancelled.length > 0) {', 2, emptyList],
    ['if (!isDone) throw new Error(', 2, placesAreLocked],
    ['} else if (limited.length > 0) await lockAccounts(tx, limited)', 4, onlyMysqlLocks],
    [
      'fromPosition: headPosition, turns = [] } = claim',
      1,
      'a turn that is no turn has no position and is not due',
    ],
    ['const rows = taken.length < limit ? await takeQueueRows', 2, optimisation],
    ['.$if(fromPosition !== undefined', 1, positionsAreTimes],
    ['.$if(lastHead !== undefined', 1, positionsAreTimes],
  ],
}
