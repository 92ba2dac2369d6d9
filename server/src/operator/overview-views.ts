import { toTimestamp } from '../core/domain/clock.ts'
import { Usd } from '../core/domain/money/usd.ts'
import { productNames } from '../core/domain/products.ts'
import { dateOfDay } from '../core/domain/utc-day.ts'
import type { ProductDay } from '../database/operator/service-usage.ts'
import type { Overview } from './overview.ts'
import { type AccountNames, viewTask } from './task-views.ts'
import { viewClosedLedger } from './views.ts'

/** The overview as the command prints it with --json and the operator's page receives it. */

export type OverviewView = ReturnType<typeof viewOverview>

export function viewOverview(
  { days, usage, failures, reconciled, closed, databaseClockAheadMs }: Overview,
  names: AccountNames,
) {
  const { sinceMs, ended, failing, codes, newest } = failures
  return {
    /** Every day, in UTC, oldest first; the last one is today. */
    days: Array.from({ length: days.to - days.from + 1 }, (_, index) => {
      const ofDay = usage.filter(({ day }) => day === days.from + index)
      return {
        date: dateOfDay(days.from + index),
        ...sumOf(ofDay),
        products: productNames.flatMap((product) => {
          const ofProduct = ofDay.filter((one) => one.product === product)
          return ofProduct.length === 0 ? [] : [{ product, ...sumOf(ofProduct) }]
        }),
      }
    }),
    failures: {
      since: toTimestamp(sinceMs),
      ended,
      failing,
      codes,
      newest: newest.map((task) => viewTask(task, names)),
    },
    lastReconciliation:
      reconciled === undefined
        ? null
        : {
            endedAt: toTimestamp(reconciled.endedAtMs),
            disagreements: reconciled.found,
            /** Since when all closed periods were read again; null if none is closed, or one disagrees. */
            provenSince: closed === undefined ? null : viewClosedLedger(closed).provenSince,
          },
    /** Of the process that answers, at least; negative if the database's is behind. */
    databaseClockAheadSeconds: Math.trunc(databaseClockAheadMs / 1000),
  }
}

function sumOf(days: readonly ProductDay[]) {
  const sum = (read: (day: ProductDay) => number) => days.reduce((total, day) => total + read(day), 0)
  return {
    succeeded: sum(({ succeeded }) => succeeded),
    failed: sum(({ failed }) => failed),
    cancelled: sum(({ cancelled }) => cancelled),
    charged: days.reduce((total, { charged }) => total.plus(charged), Usd.zero).toString(),
  }
}
