import { type ErrorCode, ServiceError } from '@mediagen/contract/errors'
import { createGroupCommit, type GroupCommit } from '../../coordination/group-commit.ts'
import type { TaskLimits } from '../../database/accounts/task-limits.ts'
import { type Database, RolledBack } from '../../database/database.ts'
import { findWritten } from '../../database/find-written.ts'
import { insertIdempotencyKeys, type NewIdempotencyKey } from '../../database/tasks/idempotency-keys.ts'
import { acceptTasks, type NewTask } from '../../database/tasks/task-moves.ts'
import { findTask } from '../../database/tasks/tasks.ts'
import { createSpendingDays } from './spending-days.ts'

/** One acceptance to write: the task, and its idempotency key if the caller sent one. */
export interface NewAcceptance {
  readonly task: NewTask
  readonly key: NewIdempotencyKey | undefined
}

/**
 * Writes acceptances, those that arrive together in one transaction, and returns the time of acceptance. Throws
 * KEY_LIMIT_REACHED, ACCOUNT_NOT_ACTIVE, TOO_MANY_OPEN_TASKS or INSUFFICIENT_BALANCE, or the database's duplicate
 * error if another request has the key. What is tried again, and by whom:
 *
 *     acceptGeneration         once, if the key that was in the way has been forgotten since
 *       group commit           each half of a batch, if any of it is refused
 *         accept writer        after a day was opened for a key's limits, or if the refusal is gone
 *           transaction        after a deadlock, a lock wait or a lost connection
 */
export type AcceptWriter = GroupCommit<NewAcceptance, { createdAtMs: number }>

/** More than a busy account needs: what it takes is a change by others between two statements. */
const triesMax = 20

export function createAcceptWriter(database: Database, taskLimits?: TaskLimits): AcceptWriter {
  const days = createSpendingDays(database)
  return createGroupCommit({
    concurrency: database.dialect.groupCommitConcurrency,
    async writeTogether(acceptances) {
      for (let tries = 0; tries < triesMax; tries += 1) {
        const outcome = await acceptTogether(database, acceptances, taskLimits)
        if (outcome.kind === 'accepted') return outcome
        const isGone = outcome.kind === 'gone' || (outcome.kind === 'keyLimit' && (await days.open(outcome)))
        if (!isGone) throw new ServiceError(codes[outcome.kind])
      }
      throw new Error(`An acceptance was refused ${triesMax} times by what was gone then.`)
    },
  })
}

const codes = {
  keyLimit: 'KEY_LIMIT_REACHED',
  accountNotActive: 'ACCOUNT_NOT_ACTIVE',
  tooManyOpenTasks: 'TOO_MANY_OPEN_TASKS',
  balanceTooLow: 'INSUFFICIENT_BALANCE',
} as const satisfies Record<string, ErrorCode>

type Outcome =
  | { readonly kind: 'accepted'; readonly createdAtMs: number }
  | NonNullable<Awaited<ReturnType<typeof acceptTasks>>>

async function acceptTogether(
  database: Database,
  acceptances: readonly NewAcceptance[],
  taskLimits: TaskLimits | undefined,
): Promise<Outcome> {
  return database.transaction<Outcome>(async (tx) => {
    // All or none of them were written by an earlier run.
    const [first] = acceptances
    const written =
      first && (await findWritten(tx, () => findTask(tx.db, first.task.accountId, first.task.id)))
    if (written !== undefined) return { kind: 'accepted', createdAtMs: written.createdAtMs }
    await insertIdempotencyKeys(
      tx,
      acceptances.flatMap(({ key }) => (key === undefined ? [] : [key])),
    )
    const tasks = acceptances.map(({ task }) => task)
    const refusal = await acceptTasks(tx, tasks, taskLimits)
    return refusal === undefined ? { kind: 'accepted', createdAtMs: tx.nowMs } : new RolledBack(refusal)
  })
}
