import type { Kysely } from 'kysely'
import { storedKeysOf } from '../../core/domain/tasks/task-states.ts'
import type { Tables } from '../tables.ts'
import { listTasksById } from '../tasks/tasks.ts'

/**
 * Which of these `inputs/…` keys, of which there is one at least, an upload refers to. A key begins with its
 * upload's id, so the primary key is used.
 */
export async function listReferencedInputs(
  db: Kysely<Tables>,
  keys: readonly string[],
): Promise<Set<string>> {
  const uploadIds = keys.map((key) => key.slice('inputs/'.length).split('-')[0] ?? '')
  const rows = await db.selectFrom('uploads').select('object_key').where('id', 'in', uploadIds).execute()
  return new Set(rows.flatMap((row) => (row.object_key === null ? [] : [row.object_key])))
}

/** Which of these `results/TASK/…` keys their task refers to as output. */
export async function listReferencedResults(
  db: Kysely<Tables>,
  keys: readonly string[],
): Promise<Set<string>> {
  const taskIds = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))]
  const tasks = await listTasksById(db, taskIds)
  return new Set(tasks.flatMap((task) => storedKeysOf(task.output ?? [])))
}
