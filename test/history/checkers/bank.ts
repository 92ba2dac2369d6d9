import type { Operation } from '../history.ts'
import { allOf, type Entry } from '../service-history.ts'

/**
 * Money is moved, never made: in each snapshot the parts of an account are what its ledger says, and none is
 * negative (Jepsen's bank, with the ledger as the second opinion).
 */
export function findBankErrors(operations: readonly Operation[]): string[] {
  return allOf(operations, 'read').flatMap(({ found, start }) =>
    Object.entries(found ?? {}).flatMap(([account, { balance, reserved, entries }]) => {
      const sum = (kinds: readonly Entry['kind'][]) =>
        entries.reduce((total, { kind, amount }) => (kinds.includes(kind) ? total + amount : total), 0)
      const spent = sum(['charge'])
      const paidIn = sum(['credit']) - sum(['debit'])
      const where = `account ${account} in read ${start}`
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
      ]
    }),
  )
}
