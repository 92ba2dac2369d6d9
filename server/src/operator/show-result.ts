import type * as contract from '@mediagen/contract/models'
import { mayBeId } from '../core/domain/ids.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import type { Database } from '../database/database.ts'
import { listTasksById } from '../database/tasks/tasks.ts'
import { viewTask } from '../use-cases/tasks/task-view.ts'
import { recordOnce } from './actions.ts'
import { unknownTask } from './show-task.ts'

/**
 * The files of a task's result, with links that anyone can open until they expire; none if it has no result, or no
 * longer. Records first who looks at them: they are the customer's. Throws UnknownIdError.
 */
export async function showResult(
  database: Database,
  { actor, objectStore }: { readonly actor: string; readonly objectStore: ObjectStore | undefined },
  taskId: string,
): Promise<{ readonly taskId: string; readonly files: readonly contract.ResultFile[] }> {
  const [task] = mayBeId(taskId) ? await database.read((db) => listTasksById(db, [taskId])) : []
  if (task === undefined) throw await database.read((db) => unknownTask(db, taskId))
  if (objectStore === undefined) throw new Error('A result is shown from an object store.')
  const { output } = await viewTask(objectStore, task)
  const files = [...(output?.images ?? []), ...(output?.videos ?? [])]
  if (files.length === 0) return { taskId, files }
  const { accountId } = task
  await recordOnce(database, { actor, action: 'show-result', accountId, subject: taskId })
  return { taskId, files }
}
