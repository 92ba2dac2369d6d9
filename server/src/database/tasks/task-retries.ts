import type { Tx } from '../database.ts'
import type { Reader } from '../tables.ts'

/** How an operator's retries link a task to others. */
export interface TaskRetries {
  /** The failed task that it was ordered in place of. */
  readonly retryOf: string | undefined
  /** The task that was ordered in its place. */
  readonly retriedAs: string | undefined
}

export async function findRetries(db: Reader, taskId: string): Promise<TaskRetries> {
  const rows = await db
    .selectFrom('task_retries')
    .selectAll()
    .where('task_id', '=', taskId)
    .unionAll(db.selectFrom('task_retries').selectAll().where('retry_id', '=', taskId))
    .execute()
  return {
    retryOf: rows.find((row) => row.retry_id === taskId)?.task_id,
    retriedAs: rows.find((row) => row.task_id === taskId)?.retry_id,
  }
}

/** Links a failed task to the new one; the key refuses a second one. */
export async function insertRetry(tx: Tx, taskId: string, retryId: string): Promise<void> {
  await tx.db.insertInto('task_retries').values({ task_id: taskId, retry_id: retryId }).execute()
}
