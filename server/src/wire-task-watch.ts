import { createTaskWatch, type TaskWatch } from './coordination/task-watch.js'
import type { Database } from './database/database.js'
import { listTasksBeyond } from './database/polled-tasks.js'
import type { Logger } from './ports/logger.js'

/** Watches tasks for the polls that one process holds. */
export function wireTaskWatch(core: {
  readonly database: Database
  readonly config: { readonly heldPollsMax: number }
  readonly logger: Logger
}): TaskWatch {
  const { database, config, logger } = core
  return createTaskWatch({
    listTasksBeyond: (status, taskIds) => database.read((db) => listTasksBeyond(db, status, taskIds)),
    waitsPerAccountMax: config.heldPollsMax,
    onQueryFailed: (err) => logger.warn({ err }, 'the watch query of held polls failed; it is repeated'),
  })
}
