import { newRandomId, newTaskId } from '../../core/domain/ids.ts'
import { dayMs } from '../../core/domain/utc-day.ts'
import type { ArchivedTask } from '../../database/archive/archived-task.ts'
import {
  type Busy,
  claimUnfinished,
  findNewestArchiveMs,
  insertArchive,
  moveArchive,
  type TaskArchive,
} from '../../database/archive/task-archives.ts'
import { claimSweep, moveSweepPosition, readSweepPosition, recordSweep } from '../../database/sweep-runs.ts'
import { hourlyMs } from '../sweeps/sweeps.ts'
import {
  ArchiveUnreadableError,
  archiveKeyOf,
  makeArchiveFiles,
  manifestKeyOf,
  readArchive,
  readSized,
} from './archive-file.ts'
import { beginSearch } from './find-archivable.ts'
import { type ArchiveDependencies, deleteTasks, endUnfinished } from './move-tasks.ts'

export interface ArchiveOptions {
  /** Tasks that ended this long ago leave. */
  readonly endedMs: number
  /** @default 20,000: some megabytes of lines, in memory at once */
  readonly tasksPerArchive?: number | undefined
}

/** What became of a run: how many archives and tasks, or that another process is at work. */
export type Archived = Busy | { readonly kind: 'archived'; readonly archives: number; readonly tasks: number }

const tasksPerArchiveDefault = 20_000
/** 2.4 million tasks a day, some 30 seconds of a run. */
const archivesPerRun = 5
/** Tasks that stay, such as unfinished ones, are looked at again in turn. */
const looksPerRun = 500_000
/** Archives that are not full are written no more often. */
const partialEveryMs = dayMs
const noBudget = {
  archivesMax: Number.POSITIVE_INFINITY,
  looksMax: Number.POSITIVE_INFINITY,
  isPartialDue: true,
}

/**
 * Archives old tasks if it is time, in one process for all, up to a limit. undefined if it was not time. Throws what
 * keeps a file from being written or read back; no task has left for it then.
 */
export async function sweepOldTasks(
  deps: ArchiveDependencies,
  options: ArchiveOptions,
): Promise<Archived | undefined> {
  const { database } = deps
  const isDue = await database.transaction((tx) => claimSweep(tx, 'archive-tasks', hourlyMs))
  if (!isDue) return undefined
  const newestMs = (await database.read(findNewestArchiveMs)) ?? 0
  const isPartialDue = (await database.nowMs()) - newestMs >= partialEveryMs
  const budget = { archivesMax: archivesPerRun, looksMax: looksPerRun, isPartialDue }
  const done = await archiveTasks(deps, { ...options, budget })
  const tasks = done.kind === 'archived' ? done.tasks : 0
  await database.transaction((tx) => recordSweep(tx, 'archive-tasks', tasks))
  return done
}

/**
 * Moves tasks that ended long ago, with their ledger entries, from the tables to files of the object store. A task
 * leaves when it is scrubbed, agrees with its books, and its entries are in closed periods of the ledger that agree.
 *
 * Each archive is a row before it is a file, and its tasks are deleted only once the file was read back whole; each is
 * deleted only if its row is still the line of the file. So a process may die at any line: the next one first ends
 * what is unfinished, and deletes a file that was not read back.
 */
export async function archiveTasks(
  deps: ArchiveDependencies,
  options: ArchiveOptions & {
    /** Where a sweep goes on, and how much it does. @default everything that is due */
    readonly budget?: {
      readonly archivesMax: number
      readonly looksMax: number
      /** Whether an archive may have fewer tasks than fit. */
      readonly isPartialDue: boolean
    }
    readonly onProgress?: (archive: { readonly id: string; readonly tasks: number }) => void
  },
): Promise<Archived> {
  const { endedMs, budget, tasksPerArchive = tasksPerArchiveDefault, onProgress = () => undefined } = options
  const { archivesMax, looksMax, isPartialDue } = budget ?? noBudget
  const claim = newRandomId()
  const begun = await deps.database.transaction((tx) => claimUnfinished(tx, claim))
  if (begun.kind === 'busy') return begun
  if (begun.archive !== undefined) await endUnfinished(deps, begun.archive, claim)
  const from =
    budget === undefined ? '' : await deps.database.read((db) => readSweepPosition(db, 'archive-tasks'))
  const search = await beginSearch(deps.database, { endedMs, from, looksMax })
  let [archives, tasks] = [0, 0]
  while (archives < archivesMax) {
    const found = await search.next(tasksPerArchive)
    if (found.length === 0 || (found.length < tasksPerArchive && !isPartialDue)) break
    const archive = await writeArchive(deps, found, claim)
    if ('untilMs' in archive) return archive
    tasks += await deleteTasks(deps, { archive, tasks: found, claim })
    archives += 1
    onProgress({ id: archive.id, tasks })
  }
  if (budget !== undefined)
    await moveSweepPosition(deps.database, 'archive-tasks', { from, to: search.position() })
  return { kind: 'archived', archives, tasks }
}

/** The row, then both objects, then both read back. Throws unless they are what was written. */
async function writeArchive(
  { database, objectStore }: ArchiveDependencies,
  tasks: readonly ArchivedTask[],
  claim: string,
): Promise<Busy | Pick<TaskArchive, 'id'>> {
  const { summary, file, manifest } = await makeArchiveFiles(newTaskId(Date.now()), tasks)
  const taskIds = tasks.map(({ task }) => task.id)
  const busy = await database.transaction((tx) => insertArchive(tx, { archive: summary, taskIds, claim }))
  if (busy !== undefined) return busy
  const { id } = summary
  await objectStore.put({ key: archiveKeyOf(id), contentType: 'application/zstd', bytes: file })
  await objectStore.put({ key: manifestKeyOf(id), contentType: 'application/json', bytes: manifest })
  await readArchive(objectStore, summary)
  const stored = await readSized(objectStore, manifestKeyOf(id), manifest.byteLength)
  if (!Buffer.from(stored).equals(manifest))
    throw new ArchiveUnreadableError(manifestKeyOf(id), 'is not the one that was written')
  await database.transaction((tx) => moveArchive(tx, summary, { claim, from: 'WRITING', to: 'DELETING' }))
  return summary
}
