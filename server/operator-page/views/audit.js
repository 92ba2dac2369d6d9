/** @import { AuditEntryView } from '../../src/operator/views.ts' */
import { request } from '../api.js'
import { element } from '../dom.js'
import { accountLink, accountName, time } from '../format.js'
import { field, form, pagedList } from '../pages.js'
import { listTable } from '../tables.js'

/** @type {import('../tables.js').ListColumn<AuditEntryView>[]} */
const columns = [
  { heading: 'When', cell: ({ at }) => time(at), value: ({ at }) => at },
  { heading: 'Who', cell: ({ actor }) => actorOf(actor), value: ({ actor }) => actor },
  {
    heading: 'Action',
    cell: ({ action }) => element('span', { class: 'action' }, action),
    value: ({ action }) => action,
  },
  {
    heading: 'Account',
    cell: (entry) => (entry.accountId === null ? '–' : accountLink(entry.accountId, entry.accountName)),
    value: (entry) => (entry.accountId === null ? null : accountName(entry.accountName)),
  },
  {
    heading: 'Subject',
    cell: ({ subject, accountId }) =>
      subject === accountId ? '–' : element('span', { class: 'id subject' }, subject),
    value: ({ subject }) => subject,
  },
  {
    heading: 'Details',
    cell: ({ details }) => detailsOf(details),
    value: ({ details }) => detailsOf(details),
  },
  {
    heading: 'Account id',
    cell: ({ accountId }) => accountId,
    value: ({ accountId }) => accountId,
    isHidden: true,
  },
]

/**
 * Who acted, with where from on a line of its own.
 * @param {string} actor
 */
function actorOf(actor) {
  const [, who = actor, from] = /^(.+) from (\S+)$/.exec(actor) ?? []
  if (from === undefined) return actor
  return element(
    'span',
    { class: 'actor' },
    element('span', {}, who),
    ' ',
    element('span', { class: 'id' }, `from ${from}`),
  )
}

/** @param {AuditEntryView['details']} details */
function detailsOf(details) {
  const texts = Object.entries(details).map(
    ([name, value]) => `${name} ${`${value}`.replace(/(T[\d:]+)\.\d+Z$/, '$1Z')}`,
  )
  return texts.length === 0 ? '–' : texts.join(', ')
}

/** @param {URLSearchParams} query */
export async function auditPage(query) {
  const account = query.get('account') ?? ''
  const list = await pagedList({
    load: async (cursor) => {
      const { entries, next } = await request('GET /audit', { account, cursor })
      return { rows: entries, next }
    },
    list: listTable({
      caption: 'What operators did, newest first',
      columns,
      empty: 'Nothing was done yet.',
      file: 'audit',
    }),
  })
  const filter = form(
    { label: 'Filter by account', action: 'Show', isPrimary: false },
    [field('Account id', { name: 'account', value: account, maxlength: '64' })],
    async (values) => {
      location.hash = values.account ? `#/audit?account=${encodeURIComponent(values.account)}` : '#/audit'
    },
  )
  return { title: 'Audit', content: [filter, list.node], live: list.live }
}
