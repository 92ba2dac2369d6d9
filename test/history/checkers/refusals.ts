import type { Operation } from '../history.ts'
import { type AccountLimits, acceptancesOf, allOf } from '../service-history.ts'
import { groupBy } from './group-by.ts'

const dayMs = 86_400_000

/** A task with the times between which it counted, at most. */
interface Counted {
  readonly price: number
  readonly day: number
  readonly acceptedAfter: number
  readonly acceptedBefore: number
  /** When a client first knew that it had ended, or that it had been refunded. */
  readonly endedBefore: number
  readonly refundedBefore: number
}

/**
 * Refusals for a limit or a balance that cannot have been reached: not even if everything counts that may have
 * counted at some time during the request.
 */
export function findRefusalErrors(
  operations: readonly Operation[],
  limits: Readonly<Record<string, AccountLimits>>,
): string[] {
  const counted = countedTasks(operations)
  const everyone = [...counted.values()].flat()
  return allOf(operations, 'accept').flatMap(({ asked: { account, price }, found, start, end }) => {
    if (found === undefined || !('code' in found)) return []
    const { openMax, keyTotalMax, keyDayMax } = limits[account] ?? {}
    const begun = (counted.get(account) ?? []).filter(({ acceptedAfter }) => acceptedAfter < end)
    const kept = begun.filter(({ refundedBefore }) => refundedBefore >= start)
    const spent = sum(kept.map((task) => task.price))
    // It was this day or a later one.
    const day = Math.max(0, ...everyone.filter((task) => task.acceptedBefore < start).map((task) => task.day))
    const days = groupBy(kept, (task) => task.day)
    const ofDays = [...days]
      .filter(([of]) => of >= day)
      .map(([, tasks]) => sum(tasks.map((task) => task.price)))
    const open = begun.filter(({ endedBefore }) => endedBefore >= start).length
    const isUnfounded = {
      TOO_MANY_OPEN_TASKS: openMax !== undefined && open < openMax,
      KEY_LIMIT_REACHED:
        spent + price <= (keyTotalMax ?? Number.POSITIVE_INFINITY) &&
        Math.max(0, ...ofDays) + price <= (keyDayMax ?? Number.POSITIVE_INFINITY),
      INSUFFICIENT_BALANCE: paidIn(operations, account, { start, end }) - spent >= price,
    }[found.code]
    return isUnfounded === true
      ? [`${found.code} for no reason: account ${account} in operation ${start}`]
      : []
  })
}

function countedTasks(operations: readonly Operation[]): Map<string, Counted[]> {
  const ended = new Map<string, number>()
  const refunded = new Map<string, number>()
  const note = (times: Map<string, number>, task: string, end: number): void =>
    void times.set(task, Math.min(end, times.get(task) ?? end))
  for (const { asked, found, end } of allOf(operations, 'poll')) {
    const status = found?.status
    if (status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED') note(ended, asked.task, end)
    if (status === 'FAILED' || status === 'CANCELLED') note(refunded, asked.task, end)
  }
  for (const { asked, found, end } of allOf(operations, 'cancel'))
    if (found?.isGranted === true) for (const times of [ended, refunded]) note(times, asked.task, end)
  const final = allOf(operations, 'final').flatMap(({ found }) => found?.tasks ?? [])
  const days = new Map(final.map(({ id, acceptedAtMs }) => [id, Math.floor(acceptedAtMs / dayMs)]))
  const tasks = [...groupBy(acceptancesOf(operations), ({ task }) => task)].map(([task, requests]) => ({
    account: requests[0]?.accept.asked.account ?? '',
    price: requests[0]?.accept.asked.price ?? 0,
    day: days.get(task) ?? 0,
    acceptedAfter: Math.min(...requests.map(({ accept }) => accept.start)),
    acceptedBefore: Math.min(...requests.map(({ accept }) => accept.end)),
    endedBefore: ended.get(task) ?? Number.POSITIVE_INFINITY,
    refundedBefore: refunded.get(task) ?? Number.POSITIVE_INFINITY,
  }))
  return groupBy(tasks, ({ account }) => account)
}

/** What had been paid in at least. */
function paidIn(
  operations: readonly Operation[],
  account: string,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  const amounts = (kind: 'credit' | 'debit', counts: (payment: Operation) => boolean): number[] => [
    // A repeated payment is one.
    ...new Set(
      allOf(operations, kind)
        .filter((payment) => payment.asked.account === account && counts(payment))
        .map(({ asked }) => asked.amount),
    ),
  ]
  return (
    sum(amounts('credit', (payment) => payment.type === 'ok' && payment.end < start)) -
    sum(amounts('debit', (payment) => payment.type !== 'fail' && payment.start < end))
  )
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
