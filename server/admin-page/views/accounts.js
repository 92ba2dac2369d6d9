/** @import { AccountView } from '../../src/operator/views.ts' */
import { get, newIdempotencyKey, post } from '../api.js'
import { showKey } from '../dialogs.js'
import { addRows, element, table } from '../dom.js'
import { accountLink, badge, size, time, usd } from '../format.js'
import { announce, field, form, pagedList } from '../pages.js'

/** @type {import('../dom.js').Column<AccountView>[]} */
const columns = [
  { heading: 'Account', cell: ({ accountId, name }) => accountLink(accountId, name) },
  { heading: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { heading: 'State', cell: ({ state }) => badge(state) },
  { heading: 'Balance', cell: ({ balance }) => usd(balance), isNumber: true },
  { heading: 'Reserved', cell: ({ reserved }) => usd(reserved), isNumber: true },
  { heading: 'Results', cell: ({ resultBytes }) => size(resultBytes), isNumber: true },
  { heading: 'Opened', cell: ({ createdAt }) => time(createdAt) },
]

/** @param {URLSearchParams} query */
export async function accountsPage(query) {
  const search = query.get('search')
  const more = element('p', { class: 'quiet', hidden: true }, 'There are more: search for a longer text.')
  const list = await pagedList({
    load: async (cursor) => {
      const { accounts, isComplete, next } = await get('/accounts', { search, cursor })
      more.hidden = isComplete
      return { rows: accounts, next }
    },
    show: (rows) =>
      table(
        search === null ? 'Accounts, newest first' : 'Accounts that were found',
        columns,
        rows,
        search === null
          ? 'There is no account yet.'
          : 'No id or name begins so, and no account has this reference.',
      ),
    add: (shown, rows) => addRows(/** @type {HTMLTableElement} */ (shown).tBodies[0] ?? shown, columns, rows),
  })
  const find = form(
    { label: 'Find an account', action: 'Find', isPrimary: false },
    [
      field('Beginning of an id or name, or a reference', {
        name: 'search',
        value: search ?? '',
        maxlength: '200',
      }),
    ],
    async (values) => {
      location.hash = values.search ? `#/accounts?search=${encodeURIComponent(values.search)}` : '#/accounts'
    },
  )
  return { title: 'Accounts', content: [find, list, more, openAccountForm()] }
}

function openAccountForm() {
  const idempotencyKey = newIdempotencyKey()
  const amount = field('First credit, in USD', {
    name: 'balance',
    required: true,
    inputmode: 'decimal',
    placeholder: '25.00',
  })
  const make = form(
    { label: 'Open an account', action: 'Open account' },
    [
      amount,
      field('Name', { name: 'name', maxlength: '200' }),
      field('Reference, your own id of it', { name: 'reference', maxlength: '200' }),
    ],
    async ({ balance = '', name = '', reference = '' }) => {
      const labels = { ...(name !== '' && { name }), ...(reference !== '' && { reference }) }
      const made = await post('/accounts', { balance, ...labels }, idempotencyKey)
      await showKey(made)
      location.hash = `#/accounts/${encodeURIComponent(made.accountId)}`
      announce('The account is open.')
    },
  )
  return element('section', { class: 'card' }, element('h2', {}, 'Open an account'), make)
}
