import { storedKeysOf } from '../../core/domain/tasks/task-states.ts'
import type { Reader } from '../tables.ts'
import { listResultFiles } from '../tasks/stored-results.ts'

/**
 * Which of these `inputs/…` keys, of which there is one at least, an upload refers to. A key begins with its
 * upload's id, so the primary key is used.
 */
export async function listReferencedInputs(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const uploadIds = keys.map((key) => key.slice('inputs/'.length).split('-')[0] ?? '')
  const rows = await db.selectFrom('uploads').select('object_key').where('id', 'in', uploadIds).execute()
  return new Set(rows.flatMap((row) => (row.object_key === null ? [] : [row.object_key])))
}

/** Which of these `results/TASK/…` keys their task refers to as output. */
export async function listReferencedResults(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const taskIds = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))]
  return new Set(storedKeysOf(await listResultFiles(db, taskIds)))
}

/** Which of these `archive/ARCHIVE/…` keys an archive refers to. */
export async function listReferencedArchives(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const idOf = (key: string): string => key.split('/')[1] ?? ''
  const ids = [...new Set(keys.map(idOf))]
  const rows = await db.selectFrom('task_archives').select('id').where('id', 'in', ids).execute()
  const found = new Set(rows.map(({ id }) => id))
  return new Set(keys.filter((key) => found.has(idOf(key))))
}
