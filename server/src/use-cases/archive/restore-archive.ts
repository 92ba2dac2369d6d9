import { newRandomId } from '../../core/domain/ids.ts'
import {
  type Busy,
  claimToRestore,
  claimUnfinished,
  findArchive,
} from '../../database/archive/task-archives.ts'
import { readArchive } from './archive-file.ts'
import { type ArchiveDependencies, endUnfinished, insertTasks } from './move-tasks.ts'

/**
 * Puts the tasks of an archive back into the tables, as they were; repeating it, or ending one that was begun, is
 * harmless. Its file stays. undefined if there is no such archive. Throws ArchiveUnreadableError, before any change, if
 * the file is not the one that was written.
 */
export async function restoreArchive(
  deps: ArchiveDependencies,
  archiveId: string,
): Promise<Busy | { readonly kind: 'restored'; readonly tasks: number } | undefined> {
  const claim = newRandomId()
  const begun = await deps.database.transaction((tx) => claimUnfinished(tx, claim))
  if (begun.kind === 'busy') return begun
  const ended = begun.archive === undefined ? 0 : await endUnfinished(deps, begun.archive, claim)
  const archive = await deps.database.read((db) => findArchive(db, archiveId))
  if (archive === undefined) return undefined
  if (archive.state === 'RESTORED')
    return { kind: 'restored', tasks: begun.archive?.id === archiveId ? ended : 0 }
  const tasks = await readArchive(deps.objectStore, archive)
  const busy = await deps.database.transaction((tx) => claimToRestore(tx, archive, claim))
  if (busy !== undefined) return busy
  return { kind: 'restored', tasks: await insertTasks(deps, { archive, tasks, claim }) }
}
