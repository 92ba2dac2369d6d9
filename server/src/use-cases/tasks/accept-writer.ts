import { createGroupCommit, type GroupCommit } from '../../coordination/group-commit.ts'
import { RefusalGoneError, type TaskLimits } from '../../database/accounts/limits.ts'
import type { Database } from '../../database/database.ts'
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
 * Writes acceptances, those that arrive together in one transaction, and returns the time of acceptance.
 * Throws what `acceptTasks` throws, or the database's duplicate error: the key is taken by another request, or our
 * own lost COMMIT has landed.
 */
export type AcceptWriter = GroupCommit<NewAcceptance, { createdAtMs: number }>

/** More than a busy account needs: what it takes is a change between two statements. */
const triesMax = 20

export function createAcceptWriter(database: Database, limits?: TaskLimits): AcceptWriter {
  const acceptOnDay = createSpendingDays(database)
  return createGroupCommit({
    concurrency: database.dialect.groupCommitConcurrency,
    writeTogether: (acceptances) =>
      acceptOnDay(() => unlessGone(() => acceptTogether(database, acceptances, limits))),
  })
}

/** Runs acceptances again whose refusal was gone before its reason was read; each time takes another change by others. */
async function unlessGone<T>(accept: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await accept()
    } catch (error) {
      if (!(error instanceof RefusalGoneError) || tries === triesMax) throw error
    }
  }
}

async function acceptTogether(
  database: Database,
  acceptances: readonly NewAcceptance[],
  limits: TaskLimits | undefined,
): Promise<{ createdAtMs: number }> {
  return database.transaction(async (tx) => {
    // All or none of them were written by an earlier run.
    const [first] = acceptances
    const written =
      first && (await findWritten(tx, () => findTask(tx.db, first.task.accountId, first.task.id)))
    if (written !== undefined) return written
    await insertIdempotencyKeys(
      tx,
      acceptances.flatMap(({ key }) => (key === undefined ? [] : [key])),
    )
    await acceptTasks(
      tx,
      acceptances.map(({ task }) => task),
      limits,
    )
    return { createdAtMs: tx.nowMs }
  })
}
