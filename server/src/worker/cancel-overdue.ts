import type { Task } from '../core/domain/tasks/task.ts'
import type { Database } from '../database/database.ts'
import { cancelOverdueTasks } from '../database/tasks/deadlines.ts'

/** Rows per transaction, so that it never holds locks for long. */
const batchMax = 100

/**
 * Cancels the waiting tasks whose deadline has passed and refunds them, as a cancellation by the customer does.
 * Several workers may do it at once: each task is cancelled by one of them. Returns how many it cancelled.
 */
export async function cancelOverdue(deps: {
  readonly database: Database
  readonly onCancelled?: ((task: Pick<Task, 'id'>) => void) | undefined
}): Promise<number> {
  let cancelled = 0
  for (;;) {
    const batch = await deps.database.transaction((tx) => cancelOverdueTasks(tx, batchMax))
    for (const task of batch.cancelled) deps.onCancelled?.(task)
    cancelled += batch.cancelled.length
    if (batch.found < batchMax) return cancelled
  }
}
