import type { Logger } from '@mediagen/core/ports/logger'
import { createTaskWatch, type TaskWatch } from '@mediagen/database/coordination/task-watch'
import type { Database } from '@mediagen/database/database'
import { listTasksBeyond } from '@mediagen/database/polled-tasks'

/** Watches tasks for the polls that one process holds. */
export function wireTaskWatch(parts: {
  readonly database: Database
  readonly config: { readonly heldPollsMax: number }
  readonly logger: Logger
}): TaskWatch {
  const { database, config, logger } = parts
  return createTaskWatch({
    listTasksBeyond: (status, taskIds) => database.read((db) => listTasksBeyond(db, status, taskIds)),
    waitsPerAccountMax: config.heldPollsMax,
    onQueryFailed: (err) => logger.warn({ err }, 'the watch query of held polls failed; it is repeated'),
  })
}
