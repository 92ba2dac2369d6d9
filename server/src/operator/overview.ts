import { taskIdFrom } from '../core/domain/ids.ts'
import type { Task } from '../core/domain/task.ts'
import { type TaskErrorCode, taskMoves } from '../core/domain/task-states.ts'
import { dayOf, type UtcDay } from '../core/domain/utc-day.ts'
import type { Database } from '../database/database.ts'
import { glanceAtEnds, type ProductDay, sumUsageByDay } from '../database/operator/service-usage.ts'
import { readSweep } from '../database/sweep-runs.ts'
import { listTasksById } from '../database/tasks.ts'
import { tasksLookedAtMax } from './list-tasks.ts'

const dayMs = 24 * 3_600_000
const newestMax = 8

/** What the service earned and what failed. */
export interface Overview {
  /** The days that were asked for, in UTC; the last one is today. */
  readonly days: { readonly from: UtcDay; readonly to: UtcDay }
  /** What ended on them, by product; a day without any has no entry. */
  readonly usage: readonly ProductDay[]
  readonly failures: RecentFailures
  /** The last reconciliation of the ledger by a worker; undefined before the first. */
  readonly reconciled: { readonly endedAtMs: number; readonly found: number } | undefined
}

/** Failures among the tasks accepted since a time, as far as they were looked at. */
export interface RecentFailures {
  readonly sinceMs: number
  /** How many tasks were looked at. */
  readonly lookedAt: number
  /** False if more were accepted since then: the newest `lookedAt` of them were looked at. */
  readonly isComplete: boolean
  /** How many failed, by error code, the most frequent first. */
  readonly codes: readonly { readonly code: TaskErrorCode; readonly count: number }[]
  /** Those that failed last, the last one first. */
  readonly newest: readonly Task[]
}

/** Reads what ended in the last `days` days, today included, and what failed in the last 24 hours. */
export async function showOverview(
  database: Database,
  { days }: { readonly days: number },
): Promise<Overview> {
  const nowMs = await database.nowMs()
  const to = dayOf(nowMs)
  const range = { from: to - days + 1, to }
  return {
    days: range,
    usage: await database.read((db) => sumUsageByDay(db, range)),
    failures: await findFailures(database, nowMs - dayMs),
    reconciled: await database.read((db) => readSweep(db, 'reconcile-ledger')),
  }
}

/** `tasks` has no index on its status: the newest are read, up to a limit. */
async function findFailures(database: Database, sinceMs: number): Promise<RecentFailures> {
  const ends = await database.read((db) =>
    glanceAtEnds(db, { from: taskIdFrom(sinceMs), limit: tasksLookedAtMax }),
  )
  const failed = ends
    .filter(({ status }) => status === taskMoves.fail.to)
    .sort((one, other) => (other.completedAtMs ?? 0) - (one.completedAtMs ?? 0))
  const counts = new Map<TaskErrorCode, number>()
  for (const { errorCode } of failed)
    if (errorCode !== undefined) counts.set(errorCode, (counts.get(errorCode) ?? 0) + 1)
  const newest = failed.slice(0, newestMax).map(({ id }) => id)
  const tasks = newest.length === 0 ? [] : await database.read((db) => listTasksById(db, newest))
  return {
    sinceMs,
    lookedAt: ends.length,
    isComplete: ends.length < tasksLookedAtMax,
    codes: [...counts]
      .map(([code, count]) => ({ code, count }))
      .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1)),
    newest: newest.flatMap((id) => tasks.find((task) => task.id === id) ?? []),
  }
}
