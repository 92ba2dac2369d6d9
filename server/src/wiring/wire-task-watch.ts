import { createTaskWatch, type TaskWatch } from '../coordination/task-watch.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { Database } from '../database/database.ts'
import { listTasksBeyond } from '../database/tasks/polled-tasks.ts'

/** Watches tasks for the polls that one process holds. */
export function wireTaskWatch(parts: {
  readonly database: Database
  readonly config: { readonly heldPollsMax: number }
  readonly logger: Logger
}): TaskWatch {
  const { database, config, logger } = parts
  return createTaskWatch({
    listTasksBeyond: (status, taskIds, options) =>
      database.read((db) => listTasksBeyond(db, status, taskIds, options)),
    waitsPerAccountMax: config.heldPollsMax,
    onQueryFailed: (err) => logger.warn({ err }, 'the watch query of held polls failed; it is repeated'),
  })
}
