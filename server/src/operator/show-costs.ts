import { OperatorError } from '../core/domain/operator-error.ts'
import { dayMs, dayOf, dayOfDate, type UtcDay } from '../core/domain/utc-day.ts'
import type { Database } from '../database/database.ts'
import { type EngineCost, sumEngineCosts } from '../database/operator/engine-costs.ts'
import type { UsagePeriod } from './show-usage.ts'

export const costDaysMax = 92
const costDays = 31
/** A task that ended on a day is visible at most so long after it. */
const settledMs = 10 * 60_000

export interface DayCosts {
  readonly day: UtcDay
  readonly costs: readonly EngineCost[]
}

export interface Costs {
  readonly from: UtcDay
  readonly to: UtcDay
  /** Those on which anything was delivered. */
  readonly days: readonly DayCosts[]
}

/** Days that are over, which do not change any more. */
const over = new WeakMap<Database, Map<UtcDay, readonly EngineCost[]>>()

/** What results brought and cost, day by day in UTC. Throws BAD_PERIOD. */
export async function showCosts(database: Database, period: UsagePeriod): Promise<Costs> {
  const nowMs = await database.nowMs()
  const { from, to } = rangeOf(period, dayOf(nowMs))
  if (to < from || to - from >= costDaysMax)
    throw new OperatorError(
      'BAD_PERIOD',
      `The last day must not be before the first, nor ${costDaysMax} days or more after it.`,
    )
  const days: DayCosts[] = []
  for (let day = from; day <= to; day += 1) days.push({ day, costs: await costsOf(database, day, nowMs) })
  return { from, to, days: days.filter(({ costs }) => costs.length > 0) }
}

function rangeOf(period: UsagePeriod, today: UtcDay): { readonly from: UtcDay; readonly to: UtcDay } {
  if ('days' in period) return { from: today - period.days + 1, to: today }
  const to = period.to === undefined ? today : dayOfDate(period.to)
  return { from: period.from === undefined ? to - costDays + 1 : dayOfDate(period.from), to }
}

async function costsOf(database: Database, day: UtcDay, nowMs: number): Promise<readonly EngineCost[]> {
  const kept = over.get(database)?.get(day)
  if (kept !== undefined) return kept
  const costs = await database.readLongRunning((db) => sumEngineCosts(db, day))
  if (nowMs >= (day + 1) * dayMs + settledMs) {
    const days = over.get(database) ?? new Map<UtcDay, readonly EngineCost[]>()
    over.set(database, days.set(day, costs))
  }
  return costs
}
