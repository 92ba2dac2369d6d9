import type { Database } from '../database/database.js'
import { findTask } from '../database/tasks.js'
import { ServiceError } from '../domain/service-error.js'
import type * as contract from '../generated/models.js'
import type { ObjectStore } from '../ports/object-store.js'
import { viewTask } from './task-view.js'

/** Throws TASK_NOT_FOUND for an unknown task and, identically, for another account's. */
export async function getTask(
  { database, objectStore }: { database: Database; objectStore: ObjectStore },
  accountId: string,
  taskId: string,
): Promise<contract.Task> {
  const task = await database.read((db) => findTask(db, accountId, taskId))
  if (task === undefined) throw new ServiceError('TASK_NOT_FOUND')
  return viewTask(objectStore, task)
}
