/** Survivors that change nothing a caller may rely on. */
export interface Harmless {
  /** The end of the path of their file. */
  readonly file: string
  /** What only their line has. */
  readonly code: string
  /** How many mutants of the line survive. */
  readonly survivors: number
  readonly because: string
}

const onlyMysqlLocks = 'SQLite has one writer, so a lock that is left out shows on MySQL alone'
const onlyMysqlWaits =
  'SQLite has one writer, so nobody takes a row between the statement that reads it and the one that writes it'
const oneKeyPerTask = 'a task has one key, so the condition on the task is enough'
const indexOnly = 'another condition holds for these rows alone; this one is what uses the index'
const emptyList = 'SQLite accepts an empty list; MySQL does not, and tests on it notice'
const readyIsWhole = 'a READY upload has all of these, by a CHECK of its table'
const foundLater =
  'the insert of a task that is written is refused as a duplicate, and the task is then found by its id'
const optimisation = 'the result is the same without it, at the price of statements'
const secondGuard =
  'another guard in front of it makes the case impossible; it would show an error of our own'

export const harmless: readonly Harmless[] = [
  {
    file: 'database/account-limits.ts',
    code: 'await lockAccounts(tx, [accountId])',
    survivors: 1,
    because: onlyMysqlLocks,
  },
  {
    file: 'database/key-spending.ts',
    code: 'if (numUpdatedRows !== BigInt(costs.size))',
    survivors: 1,
    because: secondGuard,
  },
  {
    file: 'database/key-spending.ts',
    code: 'throw new Error(`The spending on day',
    survivors: 1,
    because: secondGuard,
  },
  {
    file: 'database/idempotency-keys.ts',
    code: "where('account_id', '=', accountId)",
    survivors: 1,
    because: oneKeyPerTask,
  },
  {
    file: 'database/idempotency-keys.ts',
    code: "where('idempotency_key', '=', key)",
    survivors: 1,
    because: oneKeyPerTask,
  },
  {
    file: 'database/idempotency-keys.ts',
    code: "where('created_at', '<', oldest)",
    survivors: 1,
    because: onlyMysqlWaits,
  },
  {
    file: 'database/coordination/queue-heads.ts',
    code: 'if (!someAreHeld) return queued',
    survivors: 1,
    because: optimisation,
  },
  {
    file: 'use-cases/accept-generation.ts',
    code: '...(effect !== undefined && { effect })',
    survivors: 1,
    because: 'an effect that is undefined is none',
  },
  {
    file: 'use-cases/accept-generation.ts',
    code: "if (deps.database.classify(error) !== 'duplicate') throw error",
    survivors: 1,
    because: 'the error is thrown at the end as well, after two reads that find nothing',
  },
  {
    file: 'use-cases/accept-generation.ts',
    code: "if (!('effectId' in parameters) || parameters.effectId === undefined)",
    survivors: 2,
    because:
      'no effect of the catalogue has the id undefined, and the contract requires an id where there is the field',
  },
  {
    file: 'use-cases/accept-generation.ts',
    code: 'const isReady = upload?.status',
    survivors: 1,
    because: readyIsWhole,
  },
  {
    file: 'use-cases/accept-generation.ts',
    code: 'if (!isReady || !objectKey',
    survivors: 6,
    because: readyIsWhole,
  },
  {
    file: 'use-cases/accept-writer.ts',
    code: 'if (acceptances.length === 1 && first !== undefined)',
    survivors: 8,
    because: foundLater,
  },
  {
    file: 'use-cases/accept-writer.ts',
    code: 'findWritten(tx, () => findTask(tx.db, accountId, id))',
    survivors: 1,
    because: foundLater,
  },
  {
    file: 'use-cases/accept-writer.ts',
    code: 'if (written !== undefined) return written',
    survivors: 1,
    because: foundLater,
  },
  {
    file: 'database/ledger.ts',
    code: 'if (numUpdatedRows !== BigInt(accountIds.length))',
    survivors: 1,
    because: secondGuard,
  },
  {
    file: 'database/ledger.ts',
    code: 'throw new Error(',
    survivors: 1,
    because: secondGuard,
  },
  {
    file: 'database/running-limits.ts',
    code: 'candidates.filter((each) => isLimited(each)',
    survivors: 2,
    because: optimisation,
  },
  {
    file: 'database/running-limits.ts',
    code: 'if (concerned.length === 0)',
    survivors: 1,
    because: optimisation,
  },
  {
    file: 'database/running-limits.ts',
    code: 'countRoom(tx, candidates.filter(isLimited))',
    survivors: 1,
    because: optimisation,
  },
  {
    file: 'database/running-limits.ts',
    code: 'if (max.size === 0) return new Map()',
    survivors: 1,
    because: emptyList,
  },
  {
    file: 'database/running-limits.ts',
    code: 'return held !== undefined && held.taskId < id',
    survivors: 1,
    because: 'a task is not held while it is in the queue, so the two are never the same',
  },
  {
    file: 'database/task-leases.ts',
    code: "where('task_id', 'in', [...epochs.keys()])",
    survivors: 2,
    because: indexOnly,
  },
  {
    file: 'database/task-leases.ts',
    code: 'if (numUpdatedRows === BigInt(epochs.size)) return []',
    survivors: 1,
    because: optimisation,
  },
  {
    file: 'database/task-moves.ts',
    code: 'if (numUpdatedRows !== BigInt(tasks.length)) throw',
    survivors: 2,
    because: secondGuard,
  },
  {
    file: 'database/task-moves.ts',
    code: 'if (tasks.length === 0) return',
    survivors: 1,
    because: emptyList,
  },
  {
    file: 'database/task-moves.ts',
    code: "where('status', '=', move.from)",
    survivors: 1,
    because: secondGuard,
  },
]
