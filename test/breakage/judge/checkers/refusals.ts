import type { Operation } from '../history.ts'
import { type AccountLimits, allOf } from '../service-history.ts'
import { groupBy } from './group-by.ts'
import { type AcceptedTask, acceptedTasks, endsOf } from './task-times.ts'

const dayMs = 86_400_000

/**
 * Refusals for a limit or a balance that cannot have been reached: not even if everything counts that may have
 * counted at some time during the request.
 */
export function findRefusalErrors(
  operations: readonly Operation[],
  limits: Readonly<Record<string, AccountLimits>>,
): string[] {
  const tasks = countedTasks(operations)
  const payments = paymentsOf(operations)
  const least = (account: string, { start, end }: Pick<Operation, 'start' | 'end'>): number =>
    payments.least(account, { start, end }) - priceOf(keptBy(account, { start, end }))
  const requests = allOf(operations, 'accept').flatMap(
    ({ asked: { account, price, input }, found, start, end }) => {
      if (found === undefined || !('code' in found)) return []
      const { openMax, keyTotalMax, keyDayMax } = limits[account] ?? {}
      const begun = tasks.filter((task) => task.account === account && task.start < end)
      const kept = keptBy(account, { start, end })
      const isUnfounded: Record<string, () => boolean> = {
        TOO_MANY_OPEN_TASKS: () =>
          begun.filter(({ endedBefore }) => endedBefore >= start).length <
          (openMax ?? Number.POSITIVE_INFINITY),
        KEY_LIMIT_REACHED() {
          // It was this day or a later one.
          const today = Math.max(0, ...tasks.filter((task) => task.end < start).map(({ day }) => day))
          const days = groupBy(kept, ({ day }) => day)
          const ofDays = [...days].filter(([day]) => day >= today).map(([, all]) => priceOf(all))
          return (
            priceOf(kept) + price <= (keyTotalMax ?? Number.POSITIVE_INFINITY) &&
            Math.max(0, ...ofDays) + price <= (keyDayMax ?? Number.POSITIVE_INFINITY)
          )
        },
        INSUFFICIENT_BALANCE: () => least(account, { start, end }) >= price,
        ASSET_NOT_USABLE: () => input === undefined,
      }
      return isUnfounded[found.code]?.() === true
        ? [`${found.code} for no reason: account ${account} in operation ${start}`]
        : []
    },
  )
  const debits = allOf(operations, 'debit').flatMap(({ type, asked: { account, amount }, start, end }) =>
    type === 'fail' && least(account, { start, end }) >= amount
      ? [`a debit of ${amount} for no reason: account ${account} in operation ${start}`]
      : [],
  )
  return [...requests, ...debits]

  /** Tasks that may have counted at some time during a request. */
  function keptBy(account: string, { start, end }: Pick<Operation, 'start' | 'end'>) {
    return tasks.filter(
      (task) =>
        task.account === account && task.start < end && (!task.isRefunded || task.endedBefore >= start),
    )
  }
}

/** Each task with its day, and when a client first knew that it had ended. */
function countedTasks(operations: readonly Operation[]) {
  const ends = endsOf(operations)
  const final = allOf(operations, 'final').flatMap(({ found }) => found?.tasks ?? [])
  const days = new Map(final.map(({ id, acceptedAtMs }) => [id, Math.floor(acceptedAtMs / dayMs)]))
  return [...acceptedTasks(operations)].map(([id, task]) => {
    const settled = ends.get(id)
    return {
      ...task,
      day: days.get(id) ?? 0,
      endedBefore: settled?.end ?? Number.POSITIVE_INFINITY,
      isRefunded: settled?.kind === 'refund',
    }
  })
}

function paymentsOf(operations: readonly Operation[]) {
  const [credits, debits] = [allOf(operations, 'credit'), allOf(operations, 'debit')]
  // A repeated payment is one.
  const sumOf = (payments: typeof credits): number =>
    sum([...new Set(payments.map(({ asked }) => asked.amount))])
  return {
    /** What had been paid in at least. */
    least(account: string, { start, end }: { readonly start: number; readonly end: number }): number {
      const of = (payments: typeof credits) => payments.filter(({ asked }) => asked.account === account)
      return (
        sumOf(of(credits).filter((credit) => credit.type === 'ok' && credit.end < start)) -
        sumOf(of(debits).filter((debit) => debit.type !== 'fail' && debit.start < end))
      )
    },
  }
}

function priceOf(tasks: readonly AcceptedTask[]): number {
  return sum(tasks.map(({ price }) => price))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
