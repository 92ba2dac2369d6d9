/** @import { AccountView } from '../../src/operator/views.ts' */
import { get, newIdempotencyKey, post } from '../api.js'
import { showKey } from '../dialogs.js'
import { addRows, element, table } from '../dom.js'
import { accountLink, size, time, usd } from '../format.js'
import { announce, field, form, pagedList } from '../pages.js'

/** @type {import('../dom.js').Column<AccountView>[]} */
const columns = [
  { heading: 'Account', cell: ({ accountId }) => accountLink(accountId) },
  { heading: 'Balance', cell: ({ balance }) => usd(balance), isNumber: true },
  { heading: 'Reserved', cell: ({ reserved }) => usd(reserved), isNumber: true },
  { heading: 'Results', cell: ({ resultBytes }) => size(resultBytes), isNumber: true },
  { heading: 'Opened', cell: ({ createdAt }) => time(createdAt) },
]

/** @param {URLSearchParams} query */
export async function accountsPage(query) {
  const id = query.get('id')
  const list = await pagedList({
    load: async (cursor) => {
      const { accounts, next } = await get('/accounts', { id, cursor })
      return { rows: accounts, next }
    },
    show: (rows) =>
      table(
        'Accounts, newest first',
        columns,
        rows,
        id === null ? 'There is no account yet.' : 'No id begins so.',
      ),
    add: (shown, rows) => addRows(/** @type {HTMLTableElement} */ (shown).tBodies[0] ?? shown, columns, rows),
  })
  const search = form(
    { label: 'Find an account', action: 'Find', isPrimary: false },
    [field('Id, or its beginning', { name: 'id', value: id ?? '', maxlength: '64' })],
    async (values) => {
      location.hash = values.id ? `#/accounts?id=${encodeURIComponent(values.id)}` : '#/accounts'
    },
  )
  return { title: 'Accounts', content: [search, list, openAccountForm()] }
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
    [amount],
    async ({ balance = '' }) => {
      const made = await post('/accounts', { balance }, idempotencyKey)
      await showKey(made)
      location.hash = `#/accounts/${encodeURIComponent(made.accountId)}`
      announce('The account is open.')
    },
  )
  return element('section', { class: 'card' }, element('h2', {}, 'Open an account'), make)
}
