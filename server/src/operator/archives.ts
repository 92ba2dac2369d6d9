import { toTimestamp } from '../core/domain/clock.ts'
import { taskIdTimeMs } from '../core/domain/ids.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import { dayMs } from '../core/domain/utc-day.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import {
  ArchiveLostError,
  type Busy,
  findArchive,
  listArchives,
  listLeftArchives,
  type TaskArchive,
} from '../database/archive/task-archives.ts'
import type { Database } from '../database/database.ts'
import { ArchiveUnreadableError, archiveKeyOf } from '../use-cases/archive/archive-file.ts'
import { archiveTasks } from '../use-cases/archive/archive-tasks.ts'
import {
  type ArchiveProof,
  ArchivesChangedError,
  compareArchives,
} from '../use-cases/archive/compare-archives.ts'
import { restoreArchive } from '../use-cases/archive/restore-archive.ts'
import { requireAgreeingClocks } from '../use-cases/sweeps/agreeing-clocks.ts'
import { recordOnce, UnknownIdError } from './actions.ts'

/** Another process moves tasks between tables and files. */
export class ArchiveBusyError extends OperatorError {
  constructor(message: string) {
    super('ARCHIVE_BUSY', message)
  }
}

/** How much of the past is archived, and whether its files were read. */
export interface ArchivedPast {
  readonly archives: readonly TaskArchive[]
  /** undefined: they were not read. */
  readonly proof: ArchiveProof | undefined
}

export interface ArchiveAdministrationOptions {
  readonly database: Database
  readonly actor: string
  readonly objectStore: ObjectStore | undefined
  /** Called with what is done next. */
  readonly onProgress?: ((what: string) => void) | undefined
}

/**
 * Operators' actions on tasks that leave the database and come back. They are recorded before they begin, because a part
 * may be done when they fail.
 */
export function createArchiveAdministration(options: ArchiveAdministrationOptions) {
  const { database, actor, onProgress = () => undefined } = options
  const store = () => {
    if (options.objectStore === undefined) throw new Error('Archives are in an object store.')
    return { database, objectStore: options.objectStore }
  }
  return {
    listArchives: () => database.read(listArchives),
    /**
     * Archives all tasks that ended this long ago. Throws ClocksDisagreeError, ArchiveBusyError, and what keeps a file
     * from being written.
     */
    async archiveTasks(endedMs: number) {
      await requireAgreeingClocks(store())
      await recordOnce(database, { actor, action: 'archive-tasks', subject: `${endedMs / dayMs} days` })
      const archived = ({ tasks }: { readonly tasks: number }) => onProgress(`Archived ${tasks} tasks so far`)
      const done = await archiveTasks(store(), { endedMs, onProgress: archived }).catch(explain)
      if (done.kind === 'busy') throw busy(done)
      return { archives: done.archives, tasks: done.tasks }
    },
    /** Throws UnknownIdError, ArchiveBusyError and, before any change, an OperatorError if the file is not readable. */
    async restoreArchive(archiveId: string) {
      if ((await database.read((db) => findArchive(db, archiveId))) === undefined)
        throw new UnknownIdError('archive', archiveId)
      await recordOnce(database, { actor, action: 'restore-archive', subject: archiveId })
      const done = await restoreArchive(store(), archiveId).catch(explain)
      if (done === undefined) throw new UnknownIdError('archive', archiveId)
      if (done.kind === 'busy') throw busy(done)
      return { archiveId, tasks: done.tasks }
    },
    /** What is archived; with `reads`, whether all files are there and agree with their sums. */
    async checkArchives(reads: boolean): Promise<ArchivedPast> {
      const archives = await database.read(listLeftArchives)
      if (!reads || archives.length === 0) return { archives, proof: undefined }
      const reading = ({ id }: TaskArchive) => onProgress(`Reading the archive ${id}`)
      return { archives, proof: await compareArchives(store(), reading).catch(explain) }
    },
  }
}

/** Says it in words for the operator. */
function explain(error: unknown): never {
  if (error instanceof ArchiveUnreadableError) throw new OperatorError('ARCHIVE_UNREADABLE', error.message)
  const isRace = error instanceof ArchivesChangedError || error instanceof ArchiveLostError
  throw isRace ? new ArchiveBusyError(error.message) : error
}

function busy({ untilMs }: Busy): ArchiveBusyError {
  const until = toTimestamp(untilMs)
  return new ArchiveBusyError(
    `Another process is archiving or restoring tasks. Try again when it is done, or after ${until} if it has died.`,
  )
}

export function viewArchive(archive: TaskArchive) {
  const { id, state, tasks, charged, refunded, sha256, sizeBytes } = archive
  return {
    archiveId: id,
    state,
    createdAt: toTimestamp(archive.createdAtMs),
    tasks,
    /** When its first and its last task were accepted. */
    acceptedFrom: toTimestamp(taskIdTimeMs(archive.firstTaskId)),
    acceptedTo: toTimestamp(taskIdTimeMs(archive.lastTaskId)),
    charged: charged.toString(),
    refunded: refunded.toString(),
    file: archiveKeyOf(id),
    sizeBytes,
    sha256,
  }
}

export function viewArchivedPast({ archives, proof }: ArchivedPast) {
  return {
    archives: archives.length,
    tasks: archives.reduce((sum, { tasks }) => sum + tasks, 0),
    /** Whether the files were read; otherwise only what was written when their tasks left was compared. */
    read: proof !== undefined,
    unreadable: proof?.unreadable ?? [],
    withoutManifest: proof?.withoutManifest ?? [],
  }
}
