import type { Operation } from '../history.ts'
import type { AccountLimits, Entry } from '../service-history.ts'
import { snapshotsOf } from './snapshots.ts'

/** No snapshot shows an account beyond its limits. */
export function findLimitErrors(
  operations: readonly Operation[],
  limits: Readonly<Record<string, AccountLimits>>,
): string[] {
  return snapshotsOf(operations).flatMap(({ accounts, start }) =>
    Object.entries(accounts).flatMap(([account, { open, entries }]) => {
      const { openMax, runningMax, keyTotalMax, keyDayMax } = limits[account] ?? {}
      const running = open.PROCESSING ?? 0
      const spent = spendingOf(entries)
      const measured = [
        { what: 'open tasks', is: running + (open.QUEUED ?? 0), max: openMax },
        { what: 'running tasks', is: running, max: runningMax },
        { what: 'spent by its key', is: spent.reduce((sum, ofDay) => sum + ofDay, 0), max: keyTotalMax },
        { what: 'spent by its key on a day', is: Math.max(0, ...spent), max: keyDayMax },
      ]
      return measured
        .filter(({ is, max }) => max !== undefined && is > max)
        .map(({ what, is, max }) => `${is} ${what} of at most ${max}: account ${account} in read ${start}`)
    }),
  )
}

/** What was ordered on each day and has not been refunded. */
function spendingOf(entries: readonly Entry[]): number[] {
  const days = new Map<number, number>()
  const dayOf = new Map<string | null, number>()
  for (const { kind, task, day } of entries) if (kind === 'reserve') dayOf.set(task, day)
  for (const { kind, task, day: settled, amount } of entries) {
    if (kind !== 'reserve' && kind !== 'refund') continue
    const day = dayOf.get(task) ?? settled
    days.set(day, (days.get(day) ?? 0) + (kind === 'reserve' ? amount : -amount))
  }
  return [...days.values()]
}
