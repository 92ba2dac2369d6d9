import { type FailingProduct, findFailing, recentEndsMs } from '../core/domain/generation/failing-products.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { TaskErrorCode } from '../core/domain/tasks/task-states.ts'
import { dayMs, dayOf, type UtcDay } from '../core/domain/utc-day.ts'
import type { Database } from '../database/database.ts'
import { type ProductDay, sumUsageByDay } from '../database/operator/service-usage.ts'
import { type ClosedLedger, findClosedLedger } from '../database/reconciliation/ledger-periods.ts'
import { readSweep } from '../database/sweep-runs.ts'
import { countEnds, countFailures, listLastFailures } from '../database/tasks/task-ends.ts'
import { listTasksById } from '../database/tasks/tasks.ts'
import { readDatabaseClock } from '../use-cases/sweeps/agreeing-clocks.ts'

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
  /** undefined before the first closed period. */
  readonly closed: ClosedLedger | undefined
  /** How far the database's clock is ahead of this process's, at least; negative if it is behind. */
  readonly databaseClockAheadMs: number
}

/** Failures among the tasks that ended since a time, whenever they were accepted. */
export interface RecentFailures {
  readonly sinceMs: number
  /** How many tasks ended: failed, succeeded or were cancelled. */
  readonly ended: number
  /** The products whose tasks fail, by those that ended in the last 15 minutes. */
  readonly failing: readonly FailingProduct[]
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
  const { nowMs, aheadMs: databaseClockAheadMs } = await readDatabaseClock(database)
  const to = dayOf(nowMs)
  const range = { from: to - days + 1, to }
  return {
    days: range,
    usage: await database.read((db) => sumUsageByDay(db, range)),
    failures: await findFailures(database, nowMs - dayMs),
    reconciled: await database.read((db) => readSweep(db, 'reconcile-ledger')),
    closed: await database.read((db) => findClosedLedger(db)),
    databaseClockAheadMs,
  }
}

async function findFailures(database: Database, sinceMs: number): Promise<RecentFailures> {
  const recentMs = sinceMs + dayMs - recentEndsMs
  const counts = await database.read((db) => countFailures(db, sinceMs))
  const ends = await database.read((db) => countEnds(db, recentMs))
  const newest = await database.read((db) => listLastFailures(db, { sinceMs, limit: newestMax }))
  const tasks = newest.length === 0 ? [] : await database.read((db) => listTasksById(db, newest))
  return {
    sinceMs,
    ended: [...counts.values()].reduce((sum, count) => sum + count, 0),
    failing: findFailing(ends),
    codes: [...counts]
      .flatMap(([code, count]) => (code === undefined ? [] : [{ code, count }]))
      .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1)),
    newest: newest.flatMap((id) => tasks.find((task) => task.id === id) ?? []),
  }
}
