import type { Operation } from '../history.ts'
import type { Entry } from '../service-history.ts'
import { groupBy } from './group-by.ts'
import { snapshotsOf } from './snapshots.ts'
import { acceptedTasks } from './task-times.ts'

/**
 * Money is moved, never made: in each snapshot the parts of an account are what its ledger says, and none is negative
 * (Jepsen's bank, with the ledger as the second opinion). A task is reserved for at its price, and charged or refunded
 * in full when it ends, neither earlier nor later.
 */
export function findBankErrors(operations: readonly Operation[]): string[] {
  const accepted = acceptedTasks(operations)
  return snapshotsOf(operations).flatMap(({ accounts, start }) =>
    Object.entries(accounts).flatMap(([account, { balance, reserved, entries, open }]) => {
      const sum = (kinds: readonly Entry['kind'][]) =>
        entries.reduce((total, { kind, amount }) => (kinds.includes(kind) ? total + amount : total), 0)
      const spent = sum(['charge'])
      const paidIn = sum(['credit']) - sum(['debit'])
      const where = `account ${account} in read ${start}`
      const tasks = groupBy(
        entries.filter(({ task }) => task !== null),
        ({ task }) => task,
      )
      const unsettled = [...tasks.values()].filter((all) => all.length === 1).length
      const openTasks = (open.QUEUED ?? 0) + (open.PROCESSING ?? 0)
      return [
        ...(balance + reserved + spent === paidIn
          ? []
          : [
              `${balance} available + ${reserved} reserved + ${spent} spent is not ${paidIn} paid in: ${where}`,
            ]),
        ...(reserved === sum(['reserve']) - spent - sum(['refund'])
          ? []
          : [`${reserved} reserved is not what the ledger reserves: ${where}`]),
        ...Object.entries({ balance, reserved, spent })
          .filter(([, amount]) => amount < 0)
          .map(([part, amount]) => `${part} is ${amount}: ${where}`),
        ...entries
          .filter(({ amount }) => amount < 0)
          .map(({ kind, amount }) => `${kind} of ${amount}: ${where}`),
        ...(unsettled === openTasks
          ? []
          : [`${unsettled} tasks are reserved for and not settled, and ${openTasks} are open: ${where}`]),
        ...[...tasks].flatMap(([task, all]) => {
          const price = accepted.get(task ?? '')?.price ?? all[0]?.amount
          return all
            .filter(({ amount }) => amount !== price)
            .map(({ kind, amount }) => `${kind} of ${amount} for task ${task} of ${price}: ${where}`)
        }),
      ]
    }),
  )
}
