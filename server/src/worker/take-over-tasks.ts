import type { Logger } from '../core/ports/logger.ts'
import type { Database } from '../database/database.ts'
import { forgetEveryWorker } from '../database/queue/live-workers.ts'
import { expireLeases } from '../database/tasks/leases.ts'

/**
 * Lets the worker take over, at its next search for expired leases, the tasks whose first attempt a crash
 * interrupted, and forgets the worker that died. Only for a process that holds the lock of the database's
 * worker: no other process runs its tasks.
 */
export async function takeOverTasks(deps: {
  readonly database: Database
  readonly logger: Logger
}): Promise<void> {
  const taskCount = await deps.database.transaction(async (tx) => {
    await forgetEveryWorker(tx)
    return expireLeases(tx)
  })
  if (taskCount > 0) deps.logger.info({ taskCount }, 'taking over the tasks of a process that was killed')
}
