/** @import { StatementView } from '../../src/operator/views.ts' */
import { ApiError, get, newIdempotencyKey, post } from '../api.js'
import { confirmed, showKey } from '../dialogs.js'
import { element, facts, replace, table } from '../dom.js'
import { badge, size, time, usd } from '../format.js'
import { announce, field, form } from '../pages.js'
import { usageOf } from './usage.js'

/** @param {string} accountId */
export async function accountPage(accountId) {
  const frame = element('div')
  const load = async () => replace(frame, ...contentOf(await get(pathOf(accountId)), load))
  await load()
  return { title: `Account ${accountId}`, content: [frame] }
}

/** @param {string} accountId */
function pathOf(accountId) {
  return `/accounts/${encodeURIComponent(accountId)}`
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
function contentOf(statement, reload) {
  const { accountId, ledger, tasks, uploads, limits } = statement
  return [
    element(
      'div',
      { class: 'figures' },
      figure('Available', statement.balance),
      figure('Reserved', statement.reserved),
      figure('Charged so far', ledger.charged),
    ),
    section('Usage', usageOf(pathOf(accountId))),
    section('Credit', creditForm(accountId, reload)),
    section('API keys', keysOf(statement, reload), issueForm(accountId, reload)),
    section(
      'Details',
      facts(
        ['Opened', time(statement.createdAt)],
        ['Credited', usd(ledger.credited)],
        ['Refunded', usd(ledger.refunded)],
        ['Ledger entries', ledger.entries],
        [
          'Tasks',
          element(
            'span',
            { class: 'badges' },
            Object.entries(tasks).map(([status, count]) => element('span', {}, badge(status), ` ${count}`)),
          ),
        ],
        ['Uploads', `${uploads.kept} kept (${size(uploads.bytesKept)}), ${uploads.open} open`],
        [
          'Limits',
          `${limits.generationRequestsPerMinute} generations a minute, ${limits.openUploadsMax} open uploads, ${size(limits.keptUploadsBytesMax)} of uploads`,
        ],
      ),
      element(
        'p',
        { class: 'actions' },
        element('a', { href: `#/tasks?account=${encodeURIComponent(accountId)}` }, 'Its tasks'),
        element('a', { href: `#/audit?account=${encodeURIComponent(accountId)}` }, 'What was done to it'),
      ),
    ),
  ]
}

/**
 * @param {string} term
 * @param {string} amount
 */
function figure(term, amount) {
  return element('div', { class: 'figure' }, element('span', {}, term), usd(amount))
}

/**
 * @param {string} title
 * @param {...Node} nodes
 */
function section(title, ...nodes) {
  return element('section', { class: 'card' }, element('h2', {}, title), ...nodes)
}

/**
 * @param {string} accountId
 * @param {() => Promise<void>} reload
 */
function creditForm(accountId, reload) {
  // Created with the form and not with the request: everything sent from this form is one credit.
  const idempotencyKey = newIdempotencyKey()
  const amount = field('Amount in USD', {
    name: 'amount',
    required: true,
    inputmode: 'decimal',
    placeholder: '12.50',
  })
  return form({ label: 'Credit the account', action: 'Credit' }, [amount], async ({ amount = '' }) => {
    const { balance } = await post(`${pathOf(accountId)}/credits`, { amount }, idempotencyKey)
    await reload()
    announce(`Credited ${amount} USD; the balance is now ${balance} USD.`)
  })
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
function keysOf({ apiKeys }, reload) {
  return table(
    'API keys, oldest first',
    [
      { heading: 'Key id', cell: ({ keyId }) => element('span', { class: 'id' }, keyId) },
      { heading: 'Issued', cell: ({ createdAt }) => time(createdAt) },
      { heading: 'Revoked', cell: ({ revokedAt }) => time(revokedAt) },
      {
        heading: 'Action',
        cell: ({ keyId, revokedAt }) => (revokedAt === null ? revokeButton(keyId, reload) : ''),
      },
    ],
    apiKeys,
    'It has no key.',
  )
}

/**
 * @param {string} keyId
 * @param {() => Promise<void>} reload
 */
function revokeButton(keyId, reload) {
  const revoke = async () => {
    const text = `Requests with the key ${keyId} are refused within 5 seconds. It cannot be undone.`
    if (!(await confirmed({ title: 'Revoke this key?', text, action: 'Revoke' }))) return
    try {
      await post(`/keys/${encodeURIComponent(keyId)}/revoke`)
      await reload()
      announce(`Revoked the key ${keyId}.`)
    } catch (error) {
      announce(error instanceof Error ? error.message : String(error))
    }
  }
  return element(
    'button',
    { type: 'button', class: 'danger', 'aria-label': `Revoke the key ${keyId}`, click: revoke },
    'Revoke',
  )
}

/**
 * @param {string} accountId
 * @param {() => Promise<void>} reload
 */
function issueForm(accountId, reload) {
  const idempotencyKey = newIdempotencyKey()
  return form({ label: 'Issue an API key', action: 'Issue a key' }, [], async () => {
    try {
      await showKey(await post(`${pathOf(accountId)}/keys`, {}, idempotencyKey))
      await reload()
      announce('The key is issued.')
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'REPEATED_ACTION') throw error
      // The response with the key was lost; the list shows its id.
      await reload()
      announce('A key was issued, and its answer was lost. Revoke the newest, and issue another.')
    }
  })
}
