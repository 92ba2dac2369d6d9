import { createGroupCommit, type GroupCommit } from '../coordination/group-commit.js'
import type { Database } from '../database/database.js'
import { endTasks, type TaskEnding } from '../database/task-moves.js'

/**
 * Ends running tasks and settles their money, those that end together in one transaction. Answers false when
 * another worker holds the task by now; nothing was written then.
 */
export type SettleWriter = GroupCommit<TaskEnding, boolean>

export function createSettleWriter(database: Database): SettleWriter {
  return createGroupCommit({
    concurrency: database.dialect.groupCommitConcurrency,
    writeTogether: (endings) =>
      database.transaction(async (tx) => {
        const areOurs = await endTasks(tx, endings)
        // Rolls back; each is then asked by itself, and only the one that is not ours hears so.
        if (!areOurs && endings.length > 1) throw new Error('One of the tasks is held by another worker.')
        return areOurs
      }),
  })
}
