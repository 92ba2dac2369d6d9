import type { Operation } from '../history.ts'
import { allOf } from '../service-history.ts'
import { groupBy } from './group-by.ts'
import { snapshotsOf } from './snapshots.ts'
import { acceptedTasks, endsOf } from './task-times.ts'
import { type Action, type Anomaly, findAnomalies, type Transaction } from './transactions.ts'

/**
 * The ledger of each account as a set to which transactions append: who reads it sees an entry from the moment on
 * at which a client was told of what it stands for, and nobody sees it without what came before.
 */
export function findLedgerAnomalies(operations: readonly Operation[]): Anomaly[] {
  const transactions: Transaction[] = []
  const ends = endsOf(operations)
  for (const [task, { account, start, end }] of acceptedTasks(operations)) {
    transactions.push(appendOf(account, `${task} reserve`, { start, end }))
    const settled = ends.get(task)
    const kinds = settled === undefined ? (['charge', 'refund'] as const) : [settled.kind]
    for (const kind of kinds)
      transactions.push(
        appendOf(account, `${task} ${kind}`, { start, end: settled?.end ?? Number.POSITIVE_INFINITY }),
      )
  }
  transactions.push(...paymentsOf(operations))
  for (const { accounts, start, end } of snapshotsOf(operations)) {
    const actions = Object.entries(accounts).map(([account, { entries }]): Action => {
      const elements = entries
        // An account opens with a credit of nothing.
        .filter(({ amount }) => amount !== 0)
        .map(({ task, kind, amount }) => `${task ?? amount} ${kind}`)
      return ['r', account, elements]
    })
    transactions.push({ type: 'ok', actions, start, end })
  }
  return findAnomalies('set', transactions)
}

/** Each credit and debit once, however often it was asked for: the first response to say so tells of it. */
function paymentsOf(operations: readonly Operation[]): Transaction[] {
  return (['credit', 'debit'] as const).flatMap((kind) => {
    const payments = groupBy(allOf(operations, kind), ({ asked }) => asked.amount)
    return [...payments].flatMap(([amount, calls]): Transaction[] => {
      const [first] = calls
      if (first === undefined) return []
      const end = Math.min(
        ...calls.map((call) => (call.type === 'fail' ? Number.POSITIVE_INFINITY : call.end)),
      )
      const payment = appendOf(first.asked.account, `${amount} ${kind}`, { start: first.start, end })
      return [calls.every(({ type }) => type === 'fail') ? { ...payment, type: 'fail' } : payment]
    })
  })
}

function appendOf(
  account: string,
  element: string,
  { start, end }: { start: number; end: number },
): Transaction {
  return {
    type: end === Number.POSITIVE_INFINITY ? 'info' : 'ok',
    actions: [['append', account, element]],
    start,
    end,
  }
}
