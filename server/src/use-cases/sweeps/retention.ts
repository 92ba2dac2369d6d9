import { taskIdFrom } from '../../core/domain/ids.ts'
import type { RemovedResultCode } from '../../core/domain/tasks/task-states.ts'
import { dayMs } from '../../core/domain/utc-day.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import { subtractResultBytes } from '../../database/accounts/result-bytes.ts'
import type { Database, Tx } from '../../database/database.ts'
import { findWritten } from '../../database/find-written.ts'
import {
  claimSweep,
  readSweep,
  readSweepPosition,
  recordSweep,
  recordSweepPosition,
  type TaskSweep,
} from '../../database/sweep-runs.ts'
import {
  type LockedTask,
  listStoredTasks,
  lockStoredTasks,
  type RemovedFiles,
  removeResults,
  type StoredTask,
  scrubTasks,
} from '../../database/tasks/stored-results.ts'
import { batchMax, hourlyMs } from './sweeps.ts'

interface Dependencies {
  readonly database: Database
  /** If undefined, the bytes of removed results are left to the sweep of objects. */
  readonly objectStore?: Pick<ObjectStore, 'delete'>
}

const eraseEveryMs = dayMs
/** Objects that are deleted at once, and prefixes that are listed at once. */
const atOnceMax = 8

/**
 * Removes the results of tasks that ended this long ago, if the sweep is due, in one process for all. Returns
 * how many; undefined if it was not due. Rows go first, so that no poll shows a link to deleted bytes: bytes
 * left by a crash are found by the sweep of objects.
 */
export function expireResults(deps: Dependencies, keptMs: number): Promise<number | undefined> {
  return sweepTasks(deps, {
    sweep: 'expire-results',
    keptMs,
    isLeft: ({ status, isRemoved }) => status === 'SUCCEEDED' && !isRemoved,
    apply: async (taskIds) => (await removeTaskResults(deps, taskIds, 'RESULT_EXPIRED')).length,
  })
}

/**
 * Scrubs tasks that ended this long ago, their results included, if the sweep is due, in one process for all.
 * Returns how many; undefined if it was not due. Their owners then get TASK_NOT_FOUND, so no idempotency key
 * may be remembered for longer.
 */
export function scrubOldTasks(deps: Dependencies, keptMs: number): Promise<number | undefined> {
  return sweepTasks(deps, {
    sweep: 'scrub-tasks',
    keptMs,
    isLeft: ({ isScrubbed }) => !isScrubbed,
    async apply(taskIds) {
      let scrubbed = 0
      await removeTaskResults(deps, taskIds, 'RESULT_EXPIRED', async (tx, tasks) => {
        const now = await scrubTasks(tx, tasks)
        scrubbed = (await findWritten(tx, async () => scrubbed + now)) ?? now
      })
      return scrubbed
    },
  })
}

/**
 * Takes what was scrubbed out of the database's files, once a day, because on SQLite it writes the whole file. Throws
 * DatabaseUnavailableError if that is not possible now; the next check then tries again.
 */
export async function eraseScrubbed({ database }: Pick<Dependencies, 'database'>): Promise<void> {
  const last = await database.read((db) => readSweep(db, 'erase-deleted'))
  const nowMs = await database.nowMs()
  if (last !== undefined && Math.abs(nowMs - last.endedAtMs) < eraseEveryMs) return
  await database.eraseDeleted()
  await database.transaction((tx) => recordSweep(tx, 'erase-deleted', 0))
}

/**
 * Removes the results of those of these tasks that have ended, rows first, then their bytes. Returns the files
 * that this call removed. `onLocked` runs in the same transaction, after the removal.
 */
export async function removeTaskResults(
  { database, objectStore }: Dependencies,
  taskIds: readonly string[],
  code: RemovedResultCode,
  onLocked: (
    tx: Tx,
    tasks: readonly LockedTask[],
    removed: readonly RemovedFiles[],
  ) => Promise<void> = async () => undefined,
): Promise<RemovedFiles[]> {
  let tried: readonly RemovedFiles[] = []
  const removed = await database.transaction(async (tx) => {
    // What a COMMIT removed whose response was lost is found removed now, without its files.
    const before = (await findWritten(tx, async () => tried)) ?? []
    const tasks = await lockStoredTasks(tx, taskIds)
    const now = await removeResults(tx, tasks, code)
    await onLocked(tx, tasks, now)
    // Last, because settlements of the same accounts wait for it.
    await subtractResultBytes(tx, now)
    const byTask = new Map([...before, ...now].map((files) => [files.taskId, files]))
    tried = [...byTask.values()]
    return [...tried]
  })
  await deleteObjects(
    objectStore,
    removed.flatMap(({ keys }) => keys),
  )
  return removed
}

/** Deletes objects, a few at once. */
export async function deleteObjects(
  objectStore: Pick<ObjectStore, 'delete'> | undefined,
  keys: readonly string[],
): Promise<void> {
  if (objectStore === undefined) return
  for (let first = 0; first < keys.length; first += atOnceMax)
    await Promise.all(keys.slice(first, first + atOnceMax).map((key) => objectStore.delete(key)))
}

/**
 * What the store itself has under prefixes, a few listed at once: also what a killed attempt, or a retention that has
 * changed the row, has left.
 */
export async function listKeys(
  objectStore: Pick<ObjectStore, 'list'>,
  prefixes: readonly string[],
): Promise<string[]> {
  const keys: string[] = []
  const listAll = async (prefix: string) => {
    for await (const { key } of objectStore.list(prefix)) keys.push(key)
  }
  for (let first = 0; first < prefixes.length; first += atOnceMax)
    await Promise.all(prefixes.slice(first, first + atOnceMax).map(listAll))
  return keys
}

interface TaskSweepPlan {
  readonly sweep: TaskSweep
  readonly keptMs: number
  /** Whether an ended task still has what this sweep takes away. */
  readonly isLeft: (task: StoredTask) => boolean
  /** Takes it away; returns how many had it. */
  readonly apply: (taskIds: readonly string[]) => Promise<number>
}

/**
 * Applies a sweep to every task that ended long enough ago. Reads tasks in the order of their ids, which begin
 * with the time of acceptance, from the place that an earlier run has got to. That place stays before the
 * first task that is unfinished or ended too recently, and tasks after it are dealt with nevertheless.
 */
async function sweepTasks({ database }: Dependencies, plan: TaskSweepPlan): Promise<number | undefined> {
  const { sweep, keptMs, isLeft, apply } = plan
  if (!(await database.transaction((tx) => claimSweep(tx, sweep, hourlyMs)))) return undefined
  const endedBeforeMs = (await database.nowMs()) - keptMs
  const isDue = ({ completedAtMs = Number.POSITIVE_INFINITY }: StoredTask) => completedAtMs < endedBeforeMs
  const beforeId = taskIdFrom(endedBeforeMs)
  let afterId = await database.read((db) => readSweepPosition(db, sweep))
  let isPositionFinal = false
  let total = 0
  for (let page: StoredTask[] | undefined; page === undefined || page.length === batchMax; ) {
    const range = { afterId, beforeId, limit: batchMax }
    page = await database.read((db) => listStoredTasks(db, range))
    const due = page.filter((task) => isDue(task) && isLeft(task))
    if (due.length > 0) total += await apply(due.map(({ id }) => id))
    if (!isPositionFinal) {
      const kept = page.findIndex((task) => !isDue(task))
      isPositionFinal = kept !== -1
      const last = (isPositionFinal ? page.slice(0, kept) : page).at(-1)
      if (last !== undefined) await recordSweepPosition(database, sweep, last.id)
    }
    afterId = page.at(-1)?.id ?? afterId
  }
  await database.transaction((tx) => recordSweep(tx, sweep, total))
  return total
}
