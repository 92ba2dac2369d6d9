import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import { isTerminal } from '../../core/domain/tasks/task-states.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { Database } from '../../database/database.ts'
import { findPolledTasks, type PolledTask } from '../../database/tasks/polled-tasks.ts'
import { deleteObjects, listKeys, removeTaskResults } from '../sweeps/retention.ts'
import { reachStore } from '../uploads/storage-outage.ts'
import { viewTask } from './task-view.ts'

interface Dependencies {
  readonly database: Database
  readonly objectStore: ObjectStore
}

/**
 * Deletes what the store has of a finished task and returns the task, whose result is then removed; the same again
 * changes nothing. Bytes go first: whatever fails, no byte outlives a response that says they are gone, and a
 * repetition finds what is left. Throws TASK_NOT_FOUND, also for another account's task, RESULT_NOT_DELETABLE for
 * one that has not finished, and an ObjectStoreUnavailableError.
 */
export async function deleteResult(
  deps: Dependencies,
  accountId: string,
  taskId: string,
): Promise<contract.Task> {
  const { status } = await readTask(deps, accountId, taskId)
  if (!isTerminal(status)) throw new ServiceError('RESULT_NOT_DELETABLE')
  const keys = await reachStore(listKeys(deps.objectStore, [`results/${taskId}/`]))
  await reachStore(deleteObjects(deps.objectStore, keys))
  // Without the store: it has none of the files.
  await removeTaskResults({ database: deps.database }, [taskId], 'RESULT_DELETED')
  return viewTask(deps.objectStore, await readTask(deps, accountId, taskId))
}

async function readTask({ database }: Dependencies, accountId: string, taskId: string): Promise<PolledTask> {
  const key = { accountId, taskId }
  const task = (await database.read((db) => findPolledTasks(db, [key]))).get(key)
  if (task === undefined) throw new ServiceError('TASK_NOT_FOUND')
  return task
}
