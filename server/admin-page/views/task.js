/** @import { TaskHistoryView } from '../../src/operator/task-views.ts' */
import { get } from '../api.js'
import { element, facts, replace, table } from '../dom.js'
import { accountLink, badge, size, time, usd } from '../format.js'

/** @param {string} taskId */
export async function taskPage(taskId) {
  const frame = element('div')
  const load = async () => replace(frame, ...contentOf(await get(`/tasks/${encodeURIComponent(taskId)}`)))
  await load()
  const refresh = element('button', { type: 'button', click: () => void load() }, 'Refresh')
  return { title: `Task ${taskId}`, content: [frame, refresh] }
}

/** @param {TaskHistoryView} history */
function contentOf(history) {
  const { submission, lease, error, removed } = history
  return [
    element(
      'p',
      { class: 'lead' },
      badge(history.status),
      ' ',
      usd(history.cost),
      ' for ',
      accountLink(history.accountId, history.accountName),
    ),
    error === null ? null : element('p', { class: 'failure' }, `${error.code}: ${error.message}`),
    section(
      'Story',
      element(
        'ol',
        { class: 'history' },
        history.events.map(({ at, what }) => element('li', {}, time(at), element('span', {}, what))),
      ),
    ),
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
              { heading: 'Again', cell: ({ isRepetition }) => (isRepetition ? 'yes' : 'no') },
              { heading: 'Verdict', cell: ({ verdict }) => verdict ?? 'not recorded' },
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
        ['In the queue', history.isQueued ? 'yes' : history.isHeld ? 'held' : 'no'],
        ['Worker', lease === null ? 'none' : `${lease.worker}, epoch ${lease.epoch}, until ${lease.until}`],
        ['Engine', history.engine ?? 'none'],
        ["The engine's job", submission.job ?? missingJobOf(history)],
        [
          'Result',
          removed === null
            ? history.output.map((file) => `${file.contentType}, ${size(file.sizeBytes)}`).join('; ') ||
              'none'
            : `${removed.code} since ${removed.removedAt}`,
        ],
      ),
    ),
  ]
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
