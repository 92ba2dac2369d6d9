/** @import { TaskHistoryView } from '../../src/operator/task-views.ts' */
import { drawing, element, table } from '../dom.js'
import { seconds, time } from '../format.js'

/**
 * Each call of an engine, with when it was in the life of the task.
 * @param {TaskHistoryView} history
 */
export function callsOf({ engineCalls, engine, createdAt, completedAt }) {
  if (engineCalls.length === 0)
    return element(
      'p',
      { class: 'quiet' },
      engine === null
        ? 'None so far.'
        : `The last one was of ${engine}; a version that did not record calls made it.`,
    )
  const fromMs = Date.parse(createdAt)
  const toMs = Math.max(
    ...[completedAt, ...engineCalls.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt])].map((at) =>
      at === null ? 0 : Date.parse(at),
    ),
    fromMs + 1,
  )
  const endBefore = (/** @type {Call} */ call) =>
    engineCalls[engineCalls.indexOf(call) - 1]?.endedAt ?? createdAt
  const calls = table(
    'Engine calls, in their order',
    [
      { heading: 'Engine', cell: (call) => call.engine },
      { heading: 'Attempt', cell: ({ attempt }) => attempt, isNumber: true },
      { heading: 'Called', cell: ({ startedAt }) => time(startedAt) },
      { heading: 'Took', cell: (call) => tookOf(call), isNumber: true },
      {
        heading: 'From acceptance to end',
        class: 'span-of',
        cell: (call) => span(call, fromMs, toMs, endBefore(call)),
      },
      { heading: 'Outcome', cell: ({ outcome, reason }) => outcomeOf(outcome, reason) },
    ],
    engineCalls,
    '',
  )
  return [calls, legend()]
}

/** What the marks of the last column mean. */
function legend() {
  const mark = (/** @type {string} */ kind, /** @type {string} */ text) =>
    element('span', { class: `mark ${kind}` }, text)
  return element(
    'p',
    { class: 'legend' },
    mark('works', 'engine works'),
    mark('bad', 'no result'),
    mark('waits', 'task waits'),
  )
}

/** @typedef {TaskHistoryView['engineCalls'][number]} Call */

/** @param {Call} call */
function tookOf({ startedAt, endedAt }) {
  return endedAt === null ? '–' : seconds(Date.parse(endedAt) - Date.parse(startedAt))
}

/**
 * @param {string | null} outcome
 * @param {string | null} reason
 */
function outcomeOf(outcome, reason) {
  if (outcome === null) return 'goes on'
  return element(
    'span',
    { class: 'why' },
    element('strong', {}, outcome),
    reason === null ? '' : `: ${reason}`,
  )
}

/**
 * @param {Call} call
 * @param {number} fromMs
 * @param {number} toMs
 * @param {string} waitedSince the end of the call before
 */
function span({ startedAt, endedAt, outcome, isWaiting }, fromMs, toMs, waitedSince) {
  const percent = (/** @type {string} */ at) => ((Date.parse(at) - fromMs) / (toMs - fromMs)) * 100
  const x = percent(startedAt)
  const width = Math.max(1.5, (endedAt === null ? 100 : percent(endedAt)) - x)
  const since = Math.min(x, percent(waitedSince))
  const isGood = outcome === null || outcome === 'delivered'
  const wait = (/** @type {number} */ from, /** @type {number} */ long) =>
    drawing('rect', { x: from, y: 3, width: Math.max(0, long), height: 2, class: 'waits' })
  return drawing(
    'svg',
    { viewBox: '0 0 100 8', preserveAspectRatio: 'none', class: 'share', 'aria-hidden': 'true' },
    drawing('rect', { x: 0, y: 0, width: 100, height: 8, class: 'whole' }),
    wait(since, x - since),
    isWaiting
      ? wait(x, width)
      : drawing('rect', { x: Math.min(x, 98.5), y: 0, width, height: 8, class: isGood ? '' : 'bad' }),
  )
}
