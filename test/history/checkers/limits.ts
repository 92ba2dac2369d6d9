import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'

/** What an account may do at most. */
export interface AccountLimits {
  readonly openMax?: number
  readonly runningMax?: number
  /** Millionths of a US dollar that its only key may spend. */
  readonly keyTotalMax?: number
}

/** No snapshot shows an account beyond its limits. */
export function findLimitErrors(
  operations: readonly Operation[],
  limits: Readonly<Record<string, AccountLimits>>,
): string[] {
  return allOf(operations, 'read').flatMap(({ found, start }) =>
    Object.entries(found ?? {}).flatMap(([account, { open, entries }]) => {
      const { openMax, runningMax, keyTotalMax } = limits[account] ?? {}
      const running = open.PROCESSING ?? 0
      const spent = entries.reduce((sum, { kind, amount }) => {
        if (kind === 'reserve') return sum + amount
        return kind === 'refund' ? sum - amount : sum
      }, 0)
      const measured = [
        { what: 'open tasks', is: running + (open.QUEUED ?? 0), max: openMax },
        { what: 'running tasks', is: running, max: runningMax },
        { what: 'spent by its key', is: spent, max: keyTotalMax },
      ]
      return measured
        .filter(({ is, max }) => max !== undefined && is > max)
        .map(({ what, is, max }) => `${is} ${what} of at most ${max}: account ${account} in read ${start}`)
    }),
  )
}
