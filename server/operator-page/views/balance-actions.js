/** @import { StatementView } from '../../src/operator/views.ts' */
import { newIdempotencyKey, request } from '../api.js'
import { askIn } from '../dialogs.js'
import { element } from '../dom.js'
import { accountCalled } from '../format.js'
import { amountOf, microsOf } from '../money.js'
import { announce, field, form } from '../pages.js'
import { button, reasonField, reasonIn } from './account-actions.js'

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
export function balanceActions(statement, reload) {
  return element(
    'div',
    { class: 'actions' },
    button('Credit', () => change(statement, reload, credit)),
    button('Debit', () => change(statement, reload, debit)),
  )
}

/** @typedef {{ does: string, done: string, http: 'POST /accounts/{accountId}/credits' | 'POST /accounts/{accountId}/debits', sign: bigint, text: (balance: string) => string }} Change */

/** @type {Change} */
const credit = {
  does: 'Credit',
  done: 'Credited',
  http: 'POST /accounts/{accountId}/credits',
  sign: 1n,
  text: (balance) => `Adds to the balance of ${balance} USD, to spend at once. The ledger gets an entry.`,
}

/** @type {Change} */
const debit = {
  does: 'Debit',
  done: 'Debited',
  http: 'POST /accounts/{accountId}/debits',
  sign: -1n,
  text: (balance) =>
    `At most the ${balance} USD that are available; what is reserved stays. The ledger gets an entry.`,
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 * @param {Change} change
 */
async function change(statement, reload, { does, done: did, http, sign, text }) {
  const { accountId, name, balance } = statement
  // Created with the dialog and not with the request: everything sent from it is one change.
  const idempotencyKey = newIdempotencyKey()
  const title = `${does} the account ${accountCalled({ accountId, name })}`
  await askIn(title, (done) =>
    form(
      {
        class: 'stacked',
        label: title,
        action: does,
        foretell: (values) => {
          const micros = microsOf(values.amount ?? '')
          return balanceAfter(statement, micros === undefined ? undefined : sign * micros)
        },
      },
      [
        element('p', {}, text(balance)),
        field(`Amount to ${does.toLowerCase()}, in USD`, {
          name: 'amount',
          required: true,
          inputmode: 'decimal',
          id: 'amount',
        }),
        reasonField(),
      ],
      async ({ amount = '', reason = '' }) => {
        const after = await request(http, { accountId, amount, ...reasonIn(reason), idempotencyKey })
        done()
        await reload()
        announce(
          `${did} ${amount} USD; the balance of ${accountCalled({ accountId, name })} is now ${after.balance} USD.`,
        )
      },
    ),
  )
}

/**
 * What a credit or a debit would do.
 * @param {StatementView} statement
 * @param {bigint | undefined} micros what is added; negative: taken
 */
function balanceAfter({ accountId, name, balance }, micros) {
  const before = microsOf(balance)
  if (micros === undefined || before === undefined) return ''
  const after = before + micros
  if (after < 0n) return `Refused: the balance is ${balance} USD.`
  return `${accountCalled({ accountId, name })} can then order for ${amountOf(after)} USD instead of ${balance} USD. The ledger gets an entry; it cannot be undone, only balanced by another one.`
}
