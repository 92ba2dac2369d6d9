import { createGroupCommit, type GroupCommit } from '../database/coordination/group-commit.ts'
import type { Database } from '../database/database.ts'
import { endTasks, type TaskEnding } from '../database/task-moves.ts'

/**
 * Ends running tasks and settles their money; tasks that end together share a transaction. Returns false if
 * another worker holds the task by now; nothing is written then.
 */
export type SettleWriter = GroupCommit<TaskEnding, boolean>

export function createSettleWriter(database: Database): SettleWriter {
  return createGroupCommit({
    concurrency: database.dialect.groupCommitConcurrency,
    writeTogether: (endings) =>
      database.transaction(async (tx) => {
        const areOurs = await endTasks(tx, endings)
        // Rolls back; each task is then settled separately, and only the one that is not ours gets `false`.
        if (!areOurs && endings.length > 1) throw new Error('One of the tasks is held by another worker.')
        return areOurs
      }),
  })
}
