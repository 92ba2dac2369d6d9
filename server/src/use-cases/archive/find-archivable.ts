import { taskIdFrom } from '../../core/domain/ids.ts'
import { type ArchivedTask, listArchivable } from '../../database/archive/archived-task.ts'
import type { Database } from '../../database/database.ts'
import { compareTasks } from '../../database/reconciliation/compare-tasks.ts'
import { listPeriods } from '../../database/reconciliation/ledger-periods.ts'
import { listStoredTasks, type StoredTask } from '../../database/tasks/stored-results.ts'
import { batchMax } from '../sweeps/sweeps.ts'

/** Finds the tasks that may leave, in the order of their ids, from a place on. */
export async function beginSearch(
  database: Database,
  { endedMs, from, looksMax }: { readonly endedMs: number; readonly from: string; readonly looksMax: number },
) {
  const endedBeforeMs = (await database.nowMs()) - endedMs
  const range = { beforeId: taskIdFrom(endedBeforeMs), limit: batchMax }
  const closedUpTo = await findAgreeingEnd(database)
  const mayLeave = (task: StoredTask) =>
    task.isScrubbed && (task.completedAtMs ?? endedBeforeMs) < endedBeforeMs
  let found: ArchivedTask[] = []
  let [position, looks, isOver] = [from, 0, false]

  async function lookOn(): Promise<void> {
    const page = await database.read((db) => listStoredTasks(db, { ...range, afterId: position }))
    const upTo = page.at(-1)?.id ?? ''
    const ids = page.filter(mayLeave).map(({ id }) => id)
    const wrong = ids.length === 0 ? [] : await compareTasks(database, { after: position, upTo })
    const agreeing = ids.filter((id) => !wrong.some(({ taskId }) => taskId === id))
    const whole = await database.read((db) => listArchivable(db, agreeing))
    found.push(...whole.filter(({ entries }) => entries.every(({ id }) => id <= closedUpTo)))
    looks += page.length
    isOver = page.length < range.limit || looks >= looksMax
    position = page.length < range.limit ? '' : upTo
  }

  return {
    /** Up to so many; fewer once there are no more. */
    async next(count: number): Promise<readonly ArchivedTask[]> {
      while (found.length < count && !isOver) await lookOn()
      const next = found.slice(0, count)
      found = found.slice(count)
      return next
    },
    /** Behind the last task that was looked at; '' at the end, because the next search begins again. */
    position: () => position,
  }
}

/** The end of the closed periods before the first in which something disagrees. */
async function findAgreeingEnd(database: Database): Promise<bigint> {
  const periods = await database.read(listPeriods)
  const disputed = periods.findIndex(({ checkedAtMs }) => checkedAtMs === 0)
  return (disputed === -1 ? periods : periods.slice(0, disputed)).at(-1)?.lastId ?? 0n
}
