/** @import { Requests } from '../../src/operator/operations/operations.ts' */
/** @import { QueueView } from '../../src/operator/views.ts' */
import { request } from '../api.js'
import { barsByDay, share } from '../charts.js'
import { element, table } from '../dom.js'
import { accountLink, codeText, counted, duration, productText, taskLink, time, usd } from '../format.js'
import { livePart } from '../live.js'
import { healthOf } from './health.js'

/** @typedef {Requests['GET /overview']['output']} Overview */

const daysShown = 14
/** Days that are over hardly change; today is read each time. */
const pastMs = 60_000

export async function overviewPage() {
  const health = livePart(healthOf)
  const figures = livePart(figuresOf)
  const earned = livePart(earnedOf)
  const queue = livePart(queueOf)
  const failures = livePart(failuresOf)
  /** @type {Overview['days']} */
  let past = []
  let pastReadMs = Number.NEGATIVE_INFINITY
  const refresh = async () => {
    const isPastDue = performance.now() - pastReadMs >= pastMs
    const [overview, readiness] = await Promise.all([
      request('GET /overview', { days: String(isPastDue ? daysShown : 1) }),
      readReadiness(),
    ])
    if (isPastDue) pastReadMs = performance.now()
    const today = overview.days.slice(-1)
    past = isPastDue ? overview.days.slice(0, -1) : past
    const days = [...past.filter(({ date }) => date !== today[0]?.date), ...today].slice(-daysShown)
    health.show({ overview, readiness })
    figures.show(overview)
    earned.show(days)
    queue.show(overview.queue)
    failures.show(overview.failures)
  }
  await refresh()
  const columns = element(
    'div',
    { class: 'columns' },
    section('Charged in the last 14 days, in UTC', earned.node),
    section('Queue', queue.node),
  )
  return {
    title: 'Overview',
    content: [health.node, figures.node, columns, section('Failed in the last 24 hours', failures.node)],
    live: { refresh },
  }
}

/**
 * What the probe says, by check; undefined where it is not reachable, as behind a proxy that forwards /admin alone.
 * @returns {Promise<Record<string, string> | undefined>}
 */
async function readReadiness() {
  const answer = await fetch('/readyz')
    .then((response) => response.json())
    .catch(() => undefined)
  return answer?.checks
}

/** @param {Overview} overview */
function figuresOf({ days, queue, engines, failures }) {
  const today = days.at(-1)
  const failed = failures.codes.reduce((sum, { count }) => sum + count, 0)
  const busy = engines
    .filter(({ inFlight }) => inFlight > 0)
    .map(({ name, inFlight }) => `${inFlight} at ${name}`)
  return element(
    'div',
    { class: 'figures' },
    figure(
      'Charged today, in UTC',
      usd(today?.charged ?? '0.00'),
      `for ${counted(today?.succeeded ?? 0, 'task', 'tasks')}`,
    ),
    figure(
      'Waiting',
      element('a', { href: '#/tasks?status=QUEUED' }, queue.waiting),
      queue.held === 0 ? 'for an engine or a worker' : `${queue.held} of them at the limit of their account`,
    ),
    figure(
      'Running',
      element('a', { href: '#/tasks?status=PROCESSING' }, queue.running),
      busy.length === 0 ? 'every engine is idle' : busy.join(', '),
    ),
    figure(
      'Failed in 24 hours',
      String(failed),
      failures.ended === 0
        ? 'no task ended'
        : `of ${failures.ended} that ended, ${percent(failed, failures.ended)}`,
    ),
  )
}

/**
 * @param {number} part
 * @param {number} whole
 */
function percent(part, whole) {
  return `${((100 * part) / whole).toFixed(1)} %`
}

/**
 * @param {string} term
 * @param {import('../dom.js').Child} value
 * @param {string} note
 */
function figure(term, value, note) {
  return element(
    'div',
    { class: 'figure' },
    element('span', {}, term),
    element('strong', {}, value),
    element('span', { class: 'quiet' }, note),
  )
}

/** @param {Overview['days']} days */
function earnedOf(days) {
  const charged = days.map(({ date, charged }) => ({ date, amount: charged }))
  return [
    barsByDay('Charged per day, in USD; the table below has the numbers', charged),
    element(
      'details',
      {},
      element('summary', {}, 'The same as a table'),
      table(
        'Per day, in UTC',
        [
          { heading: 'Day', cell: ({ date }) => date },
          { heading: 'Charged', cell: (day) => usd(day.charged), isNumber: true },
          { heading: 'Succeeded', cell: ({ succeeded }) => succeeded, isNumber: true },
          { heading: 'Failed', cell: ({ failed }) => failed, isNumber: true },
          { heading: 'Cancelled', cell: ({ cancelled }) => cancelled, isNumber: true },
        ],
        [...days].reverse(),
        'No day.',
        { isCompact: true },
      ),
    ),
  ]
}

/** @param {QueueView} queue */
function queueOf({ products, waiting }) {
  return [
    table(
      'Waiting tasks by product',
      [
        { heading: 'Product', cell: ({ product }) => productText(product) },
        { heading: 'Waiting', cell: (row) => row.waiting, isNumber: true },
        { heading: 'Share', class: 'share-of', cell: (row) => share(row.waiting, waiting) },
        { heading: 'At limit', cell: (row) => row.held, isNumber: true },
        {
          heading: 'Oldest',
          cell: (row) => (row.waiting === row.held ? '–' : duration(row.oldestWaitingSeconds)),
          isNumber: true,
        },
      ],
      products,
      'There is no product.',
      { isCompact: true },
    ),
    element(
      'p',
      { class: 'links' },
      element('a', { href: '#/tasks?status=QUEUED' }, 'Waiting tasks'),
      element('a', { href: '#/tasks?status=PROCESSING' }, 'Running tasks'),
      element('a', { href: '#/service' }, 'Workers and engines'),
    ),
  ]
}

/** @param {Overview['failures']} failures */
function failuresOf({ since, ended, codes, newest }) {
  const scope =
    ended === 0
      ? ['No task ended since ', time(since), '.']
      : [`Of ${counted(ended, 'task', 'tasks')} that ended since `, time(since), '.']
  const all = codes.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return [element('p', {}, 'None. '), element('p', { class: 'quiet' }, scope)]
  return [
    table(
      'Failures by error code',
      [
        { heading: 'Error code', cell: ({ code }) => codeText(code) },
        { heading: 'Tasks', cell: ({ count }) => count, isNumber: true },
        { heading: 'Share', class: 'share-of', cell: ({ count }) => share(count, all) },
      ],
      codes,
      '',
      { isCompact: true },
    ),
    element('p', { class: 'quiet' }, scope),
    element('h3', {}, 'The last failures'),
    table(
      'The last failed tasks',
      [
        { heading: 'Ended', cell: ({ completedAt }) => time(completedAt) },
        { heading: 'Why', cell: ({ error }) => whyOf(error) },
        { heading: 'Task', cell: ({ taskId }) => taskLink(taskId) },
        { heading: 'Engine', cell: ({ engine }) => engine ?? '–' },
        { heading: 'Account', cell: ({ accountId, accountName }) => accountLink(accountId, accountName) },
      ],
      newest,
      '',
    ),
    element(
      'p',
      { class: 'links' },
      element('a', { href: '#/tasks?status=FAILED' }, 'Failed ones among the newest tasks'),
    ),
  ]
}

/** @param {Overview['failures']['newest'][number]['error']} error */
function whyOf(error) {
  if (error === null) return '–'
  return element('span', { class: 'why' }, element('strong', {}, codeText(error.code)), ' ', error.message)
}

/**
 * @param {string} title
 * @param {...Node} nodes
 */
function section(title, ...nodes) {
  return element('section', { class: 'card' }, element('h2', {}, title), ...nodes)
}
