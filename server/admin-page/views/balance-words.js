/** @import { StatementView } from '../../src/operator/views.ts' */
import { accountCalled } from '../format.js'
import { amountOf, microsOf } from '../money.js'

/**
 * What a credit or a debit would do.
 * @param {StatementView} statement
 * @param {bigint | undefined} micros what is added; negative: taken
 */
export function balanceAfter({ accountId, name, balance }, micros) {
  const before = microsOf(balance)
  if (micros === undefined || before === undefined) return ''
  const after = before + micros
  if (after < 0n) return `Refused: the balance is ${balance} USD.`
  return `${accountCalled({ accountId, name })} can then order for ${amountOf(after)} USD instead of ${balance} USD. The ledger gets an entry; it cannot be undone, only balanced by another one.`
}
