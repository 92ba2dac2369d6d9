/** @import { EngineView, QueueView, ReconciliationView } from '../../src/operator/views.ts' */
import { request } from '../api.js'
import { element, facts, replace, table } from '../dom.js'
import { accountLink, badge, duration, nextTryOf, productText, taskLink, time, timeText } from '../format.js'
import { livePart } from '../live.js'
import { form } from '../pages.js'
import { settingsOf } from './settings.js'

export async function servicePage() {
  const queue = livePart(queueOf)
  const engines = livePart(enginesOf)
  const refresh = async () => {
    const [waiting, listed] = await Promise.all([request('GET /queue', {}), request('GET /engines', {})])
    queue.show(waiting)
    engines.show(listed.engines)
  }
  await refresh()
  const settings = settingsOf(await request('GET /settings', {}))
  return {
    title: 'Service',
    content: [queue.node, engines.node, reconciliation(), ...settings],
    live: { refresh },
  }
}

/** @param {QueueView} queue */
function queueOf({ waiting, held, running, interrupted, products, workers }) {
  return element(
    'section',
    { class: 'card' },
    element('h2', {}, 'Queue'),
    facts(
      ['Waiting', waiting],
      ['At the limit of their account', held],
      ['Running', running],
      ['Interrupted', interrupted],
    ),
    table(
      'Waiting tasks by product',
      [
        { heading: 'Product', cell: ({ product }) => productText(product) },
        { heading: 'Waiting', cell: (row) => row.waiting, isNumber: true },
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
    table(
      'Workers and their tasks',
      [
        { heading: 'Worker', cell: ({ worker }) => worker },
        { heading: 'State', cell: ({ isAlive }) => badge(isAlive ? 'alive' : 'dead') },
        { heading: 'Running', cell: (row) => row.running, isNumber: true },
        { heading: 'Interrupted', cell: (row) => row.interrupted, isNumber: true },
        {
          heading: 'First lease until',
          cell: ({ firstLeaseUntil }) => (firstLeaseUntil === null ? '–' : time(firstLeaseUntil)),
        },
      ],
      workers,
      'No worker is alive.',
    ),
  )
}

/** @param {EngineView[]} engines */
function enginesOf(engines) {
  return element(
    'section',
    { class: 'card' },
    element('h2', {}, 'Engines'),
    table(
      'Engines and their health',
      [
        { heading: 'Engine', cell: ({ name }) => name },
        {
          heading: 'Health',
          cell: (engine) =>
            element('span', {}, badge(engine.health), engine.health === 'up' ? '' : `, ${nextTryOf(engine)}`),
        },
        { heading: 'Failures in a row', cell: (row) => row.failuresInARow, isNumber: true },
        {
          heading: 'Calls that failed within the hour',
          cell: (row) => row.callsFailedInAnHour,
          isNumber: true,
        },
        {
          heading: 'Tasks that failed within the hour',
          cell: (row) =>
            row.endedInAnHour === 0 ? 'none ended' : `${row.failedInAnHour} of ${row.endedInAnHour}`,
          isNumber: true,
        },
        {
          heading: 'In flight',
          cell: ({ inFlight, concurrencyMax }) =>
            concurrencyMax === null ? inFlight : `${inFlight} of ${concurrencyMax}`,
          isNumber: true,
        },
        { heading: 'Starts a minute at most', cell: (row) => row.startsPerMinuteMax ?? '–', isNumber: true },
      ],
      engines,
      'The providers file names no engine.',
    ),
  )
}

function reconciliation() {
  const result = element('div', { role: 'status' })
  const run = form({ label: 'Reconcile the ledger', action: 'Reconcile now' }, [], async () => {
    replace(result, element('p', {}, 'Reconciling; it takes 20 seconds at most.'))
    try {
      replace(result, ...resultOf(await request('POST /reconciliation', {})))
    } catch (error) {
      replace(result)
      throw error
    }
  })
  const what =
    'Holds balances, ledger, tasks and uploads against each other, as a worker does every 15 minutes.'
  return element(
    'section',
    { class: 'card' },
    element('h2', {}, 'Ledger'),
    element('p', {}, what),
    run,
    result,
  )
}

/** @param {ReconciliationView} found */
function resultOf({ agrees, isComplete, disagreements, lastSweep }) {
  const scope = isComplete
    ? ''
    : ' so far: it stopped at its limit of time or findings, and the rest was not seen'
  const said = agrees ? `Balances, ledger, tasks and uploads agree${scope}.` : `They disagree${scope}.`
  const runbook = 'The runbook tells what to do: "The ledger disagrees".'
  return [
    element('p', { class: agrees ? 'success' : 'failure' }, agrees ? said : `${said} ${runbook}`),
    agrees
      ? null
      : table(
          'Disagreements',
          [
            { heading: 'What', cell: ({ kind }) => kind },
            { heading: 'Account', cell: ({ accountId }) => accountLink(accountId) },
            { heading: 'Task', cell: ({ taskId }) => (taskId === null ? '–' : taskLink(taskId)) },
            { heading: 'Expected', cell: ({ expected }) => expected },
            { heading: 'Actual', cell: ({ actual }) => actual },
          ],
          disagreements,
          '',
        ),
    element(
      'p',
      { class: 'quiet' },
      lastSweep === null
        ? 'No worker has reconciled yet.'
        : `A worker last did at ${timeText(lastSweep.endedAt)} and found ${lastSweep.disagreements}.`,
    ),
  ]
}
