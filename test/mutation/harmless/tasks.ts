import { emptyList, type Harmless, indexOnly, onlyMysqlLocks, optimisation, secondGuard } from './reasons.ts'

const tooManyRun = 'SQLite has one writer; test/integration/running-limits.test.ts notices it on MySQL'
const noEnding = 'an ending that is none is not among those that are asked about'

export const tasks: Harmless = {
  'database/cancel-tasks.ts': [
    ['if (alsoLock !== undefined) {', 2, tooManyRun],
    ['await lockAccounts(tx, [...new Set([...alsoLock', 2, tooManyRun],
  ],
  'database/task-deadlines.ts': [
    ['if (deadlines.length === 0) return { found: 0', 1, optimisation],
    [
      'for (const task of seen.filter(isWaiting))',
      1,
      'one that has started and is in the queue again gets its place back a few lines below',
    ],
    ['const now = taken.size === 0 ? seen', 1, optimisation],
    ['if (cancelled.length > 0 && !(await cancelTasks(', 2, emptyList],
    ['throw new Error(', 1, secondGuard],
  ],
  'database/task-moves.ts': [
    ['if (tasks.length === 0) return', 1, emptyList],
    ['if (new Set(ended.map(', 6, onlyMysqlLocks],
    ['await lockAccounts(tx, [...new Set(ended.map(', 1, onlyMysqlLocks],
    ['return numUpdatedRows === BigInt(endings.length)', 1, optimisation],
    ['return { now: [], before: [] }', 1, noEnding],
    ['? { now: endings, before: [] }', 1, noEnding],
    ["where('tasks.id', 'in', idsOf(endings))", 1, indexOnly],
    [
      'before: among(rows.filter(({ settlement })',
      1,
      'those that this transaction has ended count as applied as well',
    ],
  ],
}
