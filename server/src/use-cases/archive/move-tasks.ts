import type { ObjectStore } from '../../core/ports/object-store.ts'
import { countArchived } from '../../database/archive/archived-sums.ts'
import {
  type ArchivedTask,
  deleteArchived,
  insertArchived,
  lineOf,
  lockArchivable,
} from '../../database/archive/archived-task.ts'
import {
  deleteUnwritten,
  moveArchive,
  releaseClaim,
  type TaskArchive,
} from '../../database/archive/task-archives.ts'
import type { Database } from '../../database/database.ts'
import { batchMax } from '../sweeps/sweeps.ts'
import { type ArchiveReader, archiveKeyOf, manifestKeyOf, readArchive } from './archive-file.ts'

export interface ArchiveDependencies {
  readonly database: Database
  readonly objectStore: ArchiveReader & Pick<ObjectStore, 'put' | 'delete'>
}

interface Work {
  readonly archive: Pick<TaskArchive, 'id'>
  /** As the archive's file has them. */
  readonly tasks: readonly ArchivedTask[]
  readonly claim: string
}

/** Deletes the tasks that are in a file as they are in the tables. Returns how many. */
export async function deleteTasks({ database }: ArchiveDependencies, work: Work): Promise<number> {
  const { archive, tasks, claim } = work
  let deleted = 0
  for (const batch of batchesOf(tasks)) {
    const lines = new Map(batch.map((task) => [task.task.id, lineOf(task)]))
    deleted += await database.transaction(async (tx) => {
      const found = await lockArchivable(tx, [...lines.keys()])
      const same = found.filter((task) => lines.get(task.task.id) === lineOf(task))
      if (same.length > 0) {
        await deleteArchived(tx, same)
        await countArchived(tx, same, 'added')
      }
      await moveArchive(tx, archive, { claim, from: 'DELETING', to: 'DELETING' })
      return same.length
    })
  }
  await database.transaction((tx) => moveArchive(tx, archive, { claim, from: 'DELETING', to: 'ARCHIVED' }))
  return deleted
}

/** Inserts those of the tasks that are not in the tables. Returns how many. */
export async function insertTasks({ database }: ArchiveDependencies, work: Work): Promise<number> {
  const { archive, tasks, claim } = work
  let inserted = 0
  for (const batch of batchesOf(tasks))
    inserted += await database.transaction(async (tx) => {
      const missing = await insertArchived(tx, batch)
      await countArchived(tx, missing, 'subtracted')
      await moveArchive(tx, archive, { claim, from: 'RESTORING', to: 'RESTORING' })
      return missing.length
    })
  await database.transaction((tx) => moveArchive(tx, archive, { claim, from: 'RESTORING', to: 'RESTORED' }))
  return inserted
}

/** Ends what a process that died, or lost its claim, has begun. Returns how many tasks it has moved. */
export async function endUnfinished(
  deps: ArchiveDependencies,
  archive: TaskArchive,
  claim: string,
): Promise<number> {
  if (archive.state === 'WRITING') {
    for (const key of [archiveKeyOf(archive.id), manifestKeyOf(archive.id)])
      await deps.objectStore.delete(key)
    await deps.database.transaction((tx) => deleteUnwritten(tx, archive, claim))
    return 0
  }
  const tasks = await readArchive(deps.objectStore, archive).catch(async (error: unknown) => {
    // Nothing was moved, and whoever puts the file back need not wait until the claim lapses.
    await deps.database.transaction((tx) => releaseClaim(tx, archive, claim))
    throw error
  })
  return archive.state === 'RESTORING'
    ? insertTasks(deps, { archive, tasks, claim })
    : deleteTasks(deps, { archive, tasks, claim })
}

function* batchesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let first = 0; first < items.length; first += batchMax) yield items.slice(first, first + batchMax)
}
