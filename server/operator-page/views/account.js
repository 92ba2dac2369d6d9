/** @import { StatementView } from '../../src/operator/views.ts' */
import { request } from '../api.js'
import { element, facts } from '../dom.js'
import { accountName, badge, size, time, usd } from '../format.js'
import { livePart } from '../live.js'
import { closeOf, stateOf } from './account-actions.js'
import { dataOf } from './account-data.js'
import { limitsForm, limitsInForce } from './account-forms.js'
import { balanceActions } from './balance-actions.js'
import { issueForm, keysOf } from './keys.js'
import { usageOf } from './usage.js'

/** @param {string} accountId */
export async function accountPage(accountId) {
  /** @type {StatementView} */
  let statement
  const reload = async () => void (await read({ isDone: true }))
  // Each is made anew only when what it shows has changed, and not while somebody types into it.
  const parts = [
    part(
      ({ name, reference, state, dataDeletion }) => ({ name, reference, state, dataDeletion }),
      () => stateOf(statement, reload),
    ),
    part(
      ({ balance, reserved, ledger }) => ({ balance, reserved, ledger }),
      () => figuresOf(statement),
    ),
    part(
      ({ balance, name }) => ({ balance, name }),
      () => section('Credit and debit', balanceActions(statement, reload)),
    ),
    part(
      ({ apiKeys, name }) => ({ apiKeys, name }),
      () => section('API keys', keysOf(statement, reload)),
    ),
    part(
      ({ name }) => ({ name }),
      () => section('Issue an API key', issueForm(statement, reload)),
    ),
    part(
      ({ ownLimits, limits, name, tasksOpen }) => ({ ownLimits, limits, name, tasksOpen }),
      () => section('Task limits', limitsInForce(statement), limitsForm(statement, reload)),
    ),
    part(
      (whole) => whole,
      () => section('Details', ...detailsOf(statement)),
    ),
    part(
      ({ state, dataDeletion, name, tasks, balance }) =>
        state === 'CLOSED' ? { state, dataDeletion, name } : { state, name, tasks, balance },
      () =>
        statement.state === 'CLOSED'
          ? section('Delete all data', dataOf(statement, reload))
          : section('Close the account', closeOf(statement, reload)),
    ),
  ]
  const usage = livePart(usageOf)
  const [state, figures, ...rest] = parts.map(({ node }) => node)
  const [forms, others] = [rest.slice(0, 4), rest.slice(4)]
  /** @returns {Promise<StatementView>} */
  async function read({ isDone = false } = {}) {
    const [found, used] = await Promise.all([
      request('GET /accounts/{accountId}', { accountId }),
      request('GET /accounts/{accountId}/usage', { accountId }),
    ])
    statement = found
    for (const { show } of parts) show(found, { isDone })
    usage.show(used)
    return found
  }
  /**
   * @param {(statement: StatementView) => unknown} dataOf
   * @param {() => Node} make
   */
  function part(dataOf, make) {
    const made = livePart(make)
    return {
      node: made.node,
      /** @type {(found: StatementView, options: { isDone?: boolean }) => void} */
      show: (found, options) => made.show(dataOf(found), options),
    }
  }

  const { name } = await read()
  return {
    title: accountName(name),
    subtitle: element(
      'p',
      { class: 'links' },
      element('span', { class: 'id quiet' }, accountId),
      element('a', { href: `#/tasks?account=${encodeURIComponent(accountId)}` }, 'Tasks'),
      element('a', { href: `#/audit?account=${encodeURIComponent(accountId)}` }, 'Audit'),
    ),
    content: [state, figures, ...forms, section('Usage', usage.node), ...others].flatMap(
      (node) => node ?? [],
    ),
    live: { refresh: read },
  }
}

/** @param {StatementView} statement */
function figuresOf({ balance, reserved, ledger }) {
  return element(
    'div',
    { class: 'figures' },
    figure('Balance', balance),
    figure('Reserved', reserved),
    figure('Charged so far', ledger.charged),
  )
}

/**
 * @param {string} term
 * @param {string} amount
 */
function figure(term, amount) {
  return element('div', { class: 'figure' }, element('span', {}, term), element('strong', {}, usd(amount)))
}

/** @param {StatementView} statement */
function detailsOf({ createdAt, ledger, tasks, tasksOpen, limits, uploads, results }) {
  const counts = Object.entries(tasks).map(([status, count]) =>
    element('span', {}, badge(status), ` ${count}`),
  )
  return [
    facts(
      ['Opened', time(createdAt)],
      ['Credited', usd(ledger.credited)],
      ['Debited', usd(ledger.debited)],
      ['Refunded', usd(ledger.refunded)],
      ['Ledger entries', ledger.entries],
      ['Tasks', element('span', { class: 'badges' }, counts)],
      [
        'Unfinished tasks',
        `${tasksOpen}${ofLimit(limits.openTasksMax)}, ${tasks.PROCESSING}${ofLimit(limits.runningTasksMax)} running`,
      ],
      ['Uploads', `${uploads.kept} kept (${size(uploads.bytesKept)}), ${uploads.open} open`],
      ['Results', size(results.bytes)],
      [
        'Limits',
        `${limits.generationRequestsPerMinute} generations a minute, ${limits.openUploadsMax} open uploads, ${size(limits.keptUploadsBytesMax)} of uploads`,
      ],
    ),
  ]
}

/**
 * @param {string} title
 * @param {...Node} nodes
 */
function section(title, ...nodes) {
  return element('section', { class: 'card' }, element('h2', {}, title), ...nodes)
}

/** @param {number | null} limit */
function ofLimit(limit) {
  return limit === null ? '' : ` of ${limit}`
}
