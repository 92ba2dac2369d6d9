/** @import { AuditEntryView } from '../../src/operator/views.ts' */
import { get } from '../api.js'
import { addRows, element, table } from '../dom.js'
import { accountLink, time } from '../format.js'
import { field, form, pagedList } from '../pages.js'

/** @type {import('../dom.js').Column<AuditEntryView>[]} */
const columns = [
  { heading: 'When', cell: ({ at }) => time(at) },
  { heading: 'Who', cell: ({ actor }) => actor },
  { heading: 'Action', cell: ({ action }) => action },
  {
    heading: 'Account',
    cell: ({ accountId, accountName }) => (accountId === null ? '–' : accountLink(accountId, accountName)),
  },
  { heading: 'Subject', cell: ({ subject }) => element('span', { class: 'id' }, subject) },
  { heading: 'Details', cell: ({ details }) => detailsOf(details) },
]

/** @param {AuditEntryView['details']} details */
function detailsOf(details) {
  const texts = Object.entries(details).map(([name, value]) => `${name} ${value}`)
  return texts.length === 0 ? '–' : texts.join(', ')
}

/** @param {URLSearchParams} query */
export async function auditPage(query) {
  const account = query.get('account') ?? ''
  const list = await pagedList({
    load: async (cursor) => {
      const { entries, next } = await get('/audit', { account, cursor })
      return { rows: entries, next }
    },
    show: (rows) => table('What operators did, newest first', columns, rows, 'Nothing was done yet.'),
    add: (shown, rows) => addRows(/** @type {HTMLTableElement} */ (shown).tBodies[0] ?? shown, columns, rows),
  })
  const filter = form(
    { label: 'Narrow to an account', action: 'Show', isPrimary: false },
    [field('Account', { name: 'account', value: account, maxlength: '64' })],
    async (values) => {
      location.hash = values.account ? `#/audit?account=${encodeURIComponent(values.account)}` : '#/audit'
    },
  )
  return { title: 'Audit', content: [filter, list] }
}
