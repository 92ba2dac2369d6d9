/** @import { AccountView } from '../../src/operator/views.ts' */
import { newIdempotencyKey, request } from '../api.js'
import { showKey } from '../dialogs.js'
import { element } from '../dom.js'
import { accountLink, accountName, badge, size, time, usd } from '../format.js'
import { microsOf } from '../money.js'
import { announce, field, form, pagedList } from '../pages.js'
import { listTable } from '../tables.js'

/** @type {import('../tables.js').ListColumn<AccountView>[]} */
const columns = [
  {
    heading: 'Account',
    cell: ({ accountId, name }) => accountLink(accountId, name),
    value: ({ name }) => accountName(name),
  },
  {
    heading: 'Reference',
    cell: ({ reference }) => reference ?? '–',
    value: ({ reference }) => reference,
  },
  { heading: 'State', cell: ({ state }) => badge(state), value: ({ state }) => state },
  {
    heading: 'Balance',
    cell: ({ balance }) => usd(balance),
    value: ({ balance }) => balance,
    isNumber: true,
  },
  {
    heading: 'Reserved',
    cell: ({ reserved }) => usd(reserved),
    value: ({ reserved }) => reserved,
    isNumber: true,
  },
  {
    heading: 'Results',
    cell: ({ resultBytes }) => size(resultBytes),
    value: ({ resultBytes }) => resultBytes,
    isNumber: true,
  },
  { heading: 'Opened', cell: ({ createdAt }) => time(createdAt), value: ({ createdAt }) => createdAt },
  {
    heading: 'Account id',
    cell: ({ accountId }) => accountId,
    value: ({ accountId }) => accountId,
    isHidden: true,
  },
]

/** @param {URLSearchParams} query */
export async function accountsPage(query) {
  const search = query.get('search') ?? undefined
  const more = element('p', { class: 'quiet', hidden: true }, 'There are more: search for a longer text.')
  const list = await pagedList({
    load: async (cursor) => {
      const { accounts, isComplete, next } = await request('GET /accounts', { search, cursor })
      more.hidden = isComplete
      return { rows: accounts, next }
    },
    list: listTable({
      caption: search === undefined ? 'Accounts, newest first' : 'Accounts that were found',
      columns,
      empty:
        search === undefined
          ? 'There is no account yet.'
          : 'No id or name begins so, and no account has this reference.',
      file: 'accounts',
    }),
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
  return { title: 'Accounts', content: [find, list.node, more, openAccountForm()], live: list.live }
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
    {
      label: 'Open an account',
      action: 'Open account',
      foretell: ({ balance = '', name = '', reference = '' }) => {
        if (microsOf(balance) === undefined) return ''
        const called = name === '' ? 'An account without a name' : `The account ${name}`
        const known = reference === '' ? '' : `, found by ${reference},`
        return `${called}${known} can then order for ${balance} USD. Its key is shown once; it can order everything.`
      },
    },
    [
      amount,
      field('Name', { name: 'name', maxlength: '200' }),
      field('Reference (your own id)', { name: 'reference', maxlength: '200' }),
    ],
    async ({ balance = '', name = '', reference = '' }) => {
      const labels = { ...(name !== '' && { name }), ...(reference !== '' && { reference }) }
      const made = await request('POST /accounts', { balance, ...labels, idempotencyKey })
      await showKey(made)
      location.hash = `#/accounts/${encodeURIComponent(made.accountId)}`
      announce('The account is open.')
    },
  )
  return element('section', { class: 'card' }, element('h2', {}, 'Open an account'), make)
}
