/** @import { StatementView } from '../../src/operator/views.ts' */
import { get, newIdempotencyKey, post } from '../api.js'
import { element, facts, replace } from '../dom.js'
import { badge, size, time, usd } from '../format.js'
import { announce, field, form } from '../pages.js'
import { debitButton, identityOf } from './account-actions.js'
import { dataOf } from './account-data.js'
import { issueForm, keysOf } from './keys.js'
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
  const { accountId, ledger, tasks, uploads, results, limits } = statement
  return [
    identityOf(statement, reload),
    element(
      'div',
      { class: 'figures' },
      figure('Available', statement.balance),
      figure('Reserved', statement.reserved),
      figure('Charged so far', ledger.charged),
    ),
    section('Usage', usageOf(pathOf(accountId))),
    section('Credit', creditForm(accountId, reload), debitButton(statement, reload)),
    section('Limits of tasks', limitsInForce(statement), limitsForm(statement, reload)),
    section('API keys', keysOf(statement, reload), issueForm(accountId, reload)),
    section(
      'Details',
      facts(
        ['Opened', time(statement.createdAt)],
        ['Credited', usd(ledger.credited)],
        ['Debited', usd(ledger.debited)],
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
        [
          'Unfinished tasks',
          `${statement.tasksOpen} of ${limits.openTasksMax ?? 'any number'}, ${tasks.PROCESSING} of ${limits.runningTasksMax ?? 'any number'} running`,
        ],
        ['Uploads', `${uploads.kept} kept (${size(uploads.bytesKept)}), ${uploads.open} open`],
        ['Results', size(results.bytes)],
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
    section('Delete all data', dataOf(statement, reload)),
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
    announce(`Credited ${amount} USD; the balance of ${accountId} is now ${balance} USD.`)
  })
}

/** @param {StatementView} statement */
function limitsInForce({ limits: { openTasksMax, runningTasksMax } }) {
  const text = `In force: ${openTasksMax ?? 'any number'} unfinished, ${runningTasksMax ?? 'any number'} running. A limit is a number, none, or default for the setting of the service.`
  return element('p', { class: 'quiet' }, text)
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
function limitsForm({ accountId, ownLimits }, reload) {
  const limit = (/** @type {string} */ label, /** @type {'tasksOpenMax' | 'tasksRunningMax'} */ name) =>
    field(label, { name, required: true, value: `${ownLimits[name]}`, placeholder: 'default' })
  return form(
    { label: 'Set the limits of tasks', action: 'Set' },
    [limit('Unfinished tasks', 'tasksOpenMax'), limit('Tasks that run at once', 'tasksRunningMax')],
    async ({ tasksOpenMax = '', tasksRunningMax = '' }) => {
      await post(`${pathOf(accountId)}/limits`, { tasksOpenMax, tasksRunningMax })
      await reload()
      announce(
        `Limits of ${accountId} set to ${tasksOpenMax} unfinished and ${tasksRunningMax} running tasks.`,
      )
    },
  )
}
