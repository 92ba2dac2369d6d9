/** @import { EngineView, QueueView } from '../../src/operator/views.ts' */
/** @import { Overview } from './overview.js' */
import { element } from '../dom.js'
import { counted, duration, nextTryOf, timeText } from '../format.js'

/** A queue whose oldest task has waited longer than this has a problem, as the alert MediagenQueueOld says. */
const oldSeconds = 300
/** Tasks of other products wait for longer than this only if no worker has a slot for them. */
const slotSeconds = 60
/** Workers reconcile every 15 minutes. */
const reconciledMsMax = 3_600_000

/**
 * Whether the service is well: every problem in words with where to look, or what was looked at.
 * @param {{
 *   overview: Overview,
 *   readiness: Record<string, string> | undefined,
 * }} state
 */
export function healthOf({ overview, readiness }) {
  const problems = problemsOf(overview, readiness)
  const { queue, engines, lastReconciliation } = overview
  const alive = queue.workers.filter(({ isAlive }) => isAlive).length
  const seen = [
    readiness === undefined ? 'readiness not known here' : 'ready',
    engines.length === 0
      ? 'no engine is configured'
      : `${engines.filter(({ health }) => health === 'up').length} of ${counted(engines.length, 'engine', 'engines')} up`,
    `${counted(alive, 'worker', 'workers')} alive`,
    queue.waiting === queue.held
      ? 'no task waits for an engine'
      : `the oldest waiting task is ${duration(oldestOf(queue))} old`,
    lastReconciliation === null
      ? 'the ledger is not reconciled yet'
      : `the ledger ${lastReconciliation.disagreements === 0 ? 'agreed' : 'disagreed'} at ${timeText(lastReconciliation.endedAt)}`,
  ]
  const looked = element(
    'p',
    {},
    `${seen.join(', ')}.`.replace(/^./, (first) => first.toUpperCase()),
  )
  const isKnown = readiness !== undefined
  if (problems.length === 0)
    return element(
      'section',
      { class: isKnown ? 'health well' : 'health', 'aria-label': 'Health' },
      element('h2', {}, isKnown ? 'All is well' : 'No problem found, but readiness is not known'),
      looked,
    )
  return element(
    'section',
    { class: 'health unwell', 'aria-label': 'Health' },
    element('h2', {}, counted(problems.length, 'problem', 'problems')),
    element(
      'ul',
      {},
      problems.map(({ what, href, where }) => element('li', {}, what, ' ', element('a', { href }, where))),
    ),
    looked,
  )
}

/**
 * @param {Overview} overview
 * @param {Record<string, string> | undefined} readiness
 * @returns {{ what: string, href: string, where: string }[]}
 */
function problemsOf({ queue, engines, failures, lastReconciliation }, readiness = {}) {
  const at = (/** @type {string} */ what, href = '#/service', where = 'Service') => ({ what, href, where })
  const notReady = Object.entries(readiness).filter(([, outcome]) => outcome !== 'ok')
  const dead = queue.workers.filter(({ isAlive }) => !isAlive)
  const ageMs = lastReconciliation === null ? 0 : Date.now() - Date.parse(lastReconciliation.endedAt)
  return [
    ...notReady.map(([check]) => at(`This process is not ready: its check of ${check} fails.`)),
    ...(queue.workers.some(({ isAlive }) => isAlive)
      ? []
      : [at('No worker is alive: nothing is generated.')]),
    ...dead.map(({ worker, interrupted }) =>
      at(
        `The worker ${worker} is dead, with ${counted(interrupted, 'task', 'tasks')} that others take over.`,
      ),
    ),
    ...engines
      .filter(({ health }) => health === 'down')
      .map((engine) =>
        at(
          `The engine ${engine.name} is down after ${engine.failuresInARow} failures in a row; ${nextTryOf(engine)}.`,
        ),
      ),
    ...failures.failing.map(({ product, ended, failed, refused }) =>
      at(
        `${failed} of ${counted(ended, `${product} task`, `${product} tasks`)} that ended in the last 15 minutes failed${refused === failed ? ', all with INVALID_INPUT' : ''}.`,
        '#/tasks?status=FAILED',
        'Failed ones among the newest tasks',
      ),
    ),
    ...takenSlotsOf(queue, engines).map(({ name, running, waiting }) =>
      at(
        `${running === 1 ? 'The one running task is' : `All ${running} running tasks are`} at ${name}; other products wait: ${waiting.join(', ')}.`,
        '#/tasks?status=PROCESSING',
        'Running tasks',
      ),
    ),
    ...(oldestOf(queue) < oldSeconds
      ? []
      : [
          at(
            `The oldest task has waited for ${duration(oldestOf(queue))}.`,
            '#/tasks?status=QUEUED',
            'Waiting tasks',
          ),
        ]),
    ...(lastReconciliation === null || lastReconciliation.disagreements === 0
      ? []
      : [
          at(
            `The last reconciliation found ${counted(lastReconciliation.disagreements, 'disagreement', 'disagreements')}.`,
          ),
        ]),
    ...(ageMs <= reconciledMsMax
      ? []
      : [at(`The ledger was last reconciled ${duration(ageMs / 1000)} ago.`)]),
  ]
}

/**
 * The engine that has every running task while tasks of products that it has none of wait.
 * @param {QueueView} queue
 * @param {EngineView[]} engines
 */
function takenSlotsOf({ running, products }, engines) {
  return engines
    .filter(({ inFlight }) => running > 0 && inFlight >= running)
    .map(({ name, productsInFlight }) => ({
      name,
      running,
      waiting: products
        .filter(
          ({ product, waiting, held, oldestWaitingSeconds }) =>
            waiting > held && oldestWaitingSeconds >= slotSeconds && !productsInFlight.includes(product),
        )
        .map(({ product, oldestWaitingSeconds }) => `${product} for ${duration(oldestWaitingSeconds)}`),
    }))
    .filter(({ waiting }) => waiting.length > 0)
}

/** @param {QueueView} queue */
function oldestOf({ products }) {
  return Math.max(
    0,
    ...products.filter(({ waiting, held }) => waiting > held).map((one) => one.oldestWaitingSeconds),
  )
}
