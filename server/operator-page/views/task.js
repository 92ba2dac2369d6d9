/** @import { TaskHistoryView } from '../../src/operator/task-views.ts' */
import { request } from '../api.js'
import { element, facts, table } from '../dom.js'
import { accountLink, badge, codeText, runningFor, seconds, time, timeText, usd } from '../format.js'
import { livePart } from '../live.js'
import { callsOf } from './task-calls.js'
import { resultOf } from './task-result.js'

/** @param {string} taskId */
export async function taskPage(taskId) {
  const lead = livePart(leadOf)
  const timeline = livePart(timelineOf)
  const rest = livePart(restOf)
  // Made anew only when the result changes: what an operator has opened stays.
  const result = livePart(resultOf)
  const refresh = async () => {
    const history = await request('GET /tasks/{taskId}', { taskId })
    const { output, removed, events } = history
    const { status, startedAt } = history
    const running = status === 'PROCESSING' && startedAt !== null ? runningFor(startedAt) : null
    lead.show({ ...history, running })
    timeline.show({ events, createdAt: history.createdAt })
    result.show({ taskId, output, removed })
    rest.show(history)
  }
  await refresh()
  const columns = element(
    'div',
    { class: 'columns' },
    section('Timeline', timeline.node),
    section('Result', result.node),
  )
  return { title: `Task ${taskId}`, content: [lead.node, columns, rest.node], live: { refresh } }
}

/**
 * What happened when, and how long after the acceptance.
 * @param {Pick<TaskHistoryView, 'events' | 'createdAt'>} history
 */
function timelineOf({ events, createdAt }) {
  const since = (/** @type {string} */ at) =>
    element('span', { class: 'since' }, `+${seconds(Date.parse(at) - Date.parse(createdAt))}`)
  return element(
    'ol',
    { class: 'history' },
    events.map(({ at, what, tone }) =>
      element(
        'li',
        { class: tone ?? undefined },
        time(at),
        since(at),
        element('span', { class: 'what' }, what),
      ),
    ),
  )
}

/** @param {TaskHistoryView & { running: string | null }} history */
function leadOf({ status, cost, accountId, accountName, error, running }) {
  return [
    element(
      'p',
      { class: 'lead' },
      badge(status),
      ' ',
      usd(cost),
      ' for ',
      accountLink(accountId, accountName),
      running === null ? null : element('span', { class: 'quiet' }, running),
    ),
    error === null ? null : element('p', { class: 'failure' }, codeText(error.code), `: ${error.message}`),
  ]
}

/** @param {TaskHistoryView} history */
function restOf(history) {
  const { submission, lease } = history
  return [
    section('Engine calls', ...[callsOf(history)].flat()),
    section(
      'Ledger entries',
      table(
        'Ledger entries of the task',
        [
          { heading: 'Entry', cell: ({ kind }) => kind },
          { heading: 'Amount', cell: ({ amount }) => usd(amount), isNumber: true },
          { heading: 'When', cell: ({ createdAt }) => time(createdAt) },
        ],
        history.ledger,
        'None: report this, a task always has its reservation.',
        { isCompact: true },
      ),
    ),
    history.gates.length === 0
      ? null
      : section(
          'Gates',
          table(
            'Requests to gates about the task',
            [
              { heading: 'Gate', cell: ({ gate }) => gate },
              { heading: 'At', cell: ({ at }) => at },
              { heading: 'Asked', cell: ({ askedAt }) => time(askedAt) },
              { heading: 'Repeated', cell: ({ isRepetition }) => (isRepetition ? 'yes' : 'no') },
              { heading: 'Verdict', cell: ({ verdict }) => verdictOf(verdict) },
              { heading: 'Reason', cell: ({ reason }) => reason ?? '–' },
            ],
            history.gates,
            'None.',
          ),
        ),
    section(
      'Request',
      facts(['Product', `${history.type} ${history.tier}`], ['Key', keyOf(history)], ...requestOf(history)),
    ),
    section(
      'Work',
      facts(
        ['Deadline', history.cancelAt === null ? 'none' : time(history.cancelAt)],
        ['Attempts', history.attempt],
        ['Fencing epoch', history.epoch],
        ['In the queue', history.isQueued ? 'yes' : history.isHeld ? 'at the limit of its account' : 'no'],
        [
          'Worker',
          lease === null ? 'none' : `${lease.worker}, epoch ${lease.epoch}, until ${timeText(lease.until)}`,
        ],
        ['Engine', history.engine ?? 'none'],
        ["The engine's job", submission.job ?? missingJobOf(history)],
      ),
    ),
  ]
}

/** @param {string | null} verdict */
function verdictOf(verdict) {
  if (verdict === null) return 'not recorded'
  return verdict === 'allowed' ? verdict : element('strong', { class: 'failure' }, verdict)
}

/** @param {TaskHistoryView} history */
function keyOf({ keyId, keyName }) {
  if (keyId === null) return 'not recorded'
  return keyName === null ? keyId : `${keyId}, ${keyName}`
}

/** @param {TaskHistoryView} history */
function missingJobOf({ submission, scrubbedAt }) {
  if (scrubbedAt !== null) return 'erased'
  return submission.kind === 'intended' ? 'not confirmed' : 'none'
}

/**
 * What was ordered, or since when it is erased.
 * @param {TaskHistoryView} history
 * @returns {Parameters<typeof facts>}
 */
function requestOf({ parameters, scrubbedAt }) {
  if (scrubbedAt !== null) return [['Erased', time(scrubbedAt)]]
  return [
    ['Prompt', element('span', { class: 'prompt whole' }, parameters.prompt)],
    ['Negative prompt', parameters.negativePrompt ?? '–'],
    ['Effect', parameters.effectId ?? '–'],
    ['Input', parameters.inputAssetId ?? '–'],
    ['Size', `${parameters.width} × ${parameters.height}`],
    ['Seconds', parameters.durationSeconds ?? '–'],
  ]
}

/**
 * @param {string} title
 * @param {...Node} nodes
 */
function section(title, ...nodes) {
  return element('section', { class: 'card' }, element('h2', {}, title), ...nodes)
}
