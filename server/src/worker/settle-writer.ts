import { createGroupCommit } from '../coordination/group-commit.ts'
import type { Database } from '../database/database.ts'
import type { TaskEnding } from '../database/tasks/task-endings.ts'
import { endTasks } from '../database/tasks/task-moves.ts'

/** Whether an ending was written; after `leaseLost` nothing was, because another worker has the task. */
export type Settlement = 'settled' | 'leaseLost'

/** Ends running tasks and settles their money; tasks that end together share a transaction. */
export interface SettleWriter {
  write(ending: TaskEnding): Promise<Settlement>
}

export function createSettleWriter(database: Database): SettleWriter {
  const group = createGroupCommit<TaskEnding, ReadonlySet<TaskEnding>>({
    concurrency: database.dialect.groupCommitConcurrency,
    writeTogether: (endings) => database.transaction((tx) => endTasks(tx, endings)),
  })
  return {
    write: async (ending) => ((await group.write(ending)).has(ending) ? 'leaseLost' : 'settled'),
  }
}
