/** @import { TaskHistoryView } from '../../src/operator/task-views.ts' */
import { drawing, element, table } from '../dom.js'
import { duration, time } from '../format.js'

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
  return table(
    'Calls of engines, in their order',
    [
      { heading: 'Engine', cell: (call) => call.engine },
      { heading: 'Attempt', cell: ({ attempt }) => attempt, isNumber: true },
      { heading: 'Called', cell: ({ startedAt }) => time(startedAt) },
      { heading: 'Took', cell: (call) => tookOf(call), isNumber: true },
      { heading: 'In the life of the task', class: 'span-of', cell: (call) => span(call, fromMs, toMs) },
      { heading: 'Outcome', cell: ({ outcome, reason }) => outcomeOf(outcome, reason) },
    ],
    engineCalls,
    '',
  )
}

/** @typedef {TaskHistoryView['engineCalls'][number]} Call */

/** @param {Call} call */
function tookOf({ startedAt, endedAt }) {
  return endedAt === null ? '–' : duration((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)
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
 */
function span({ startedAt, endedAt, outcome }, fromMs, toMs) {
  const percent = (/** @type {string} */ at) => ((Date.parse(at) - fromMs) / (toMs - fromMs)) * 100
  const x = percent(startedAt)
  const width = Math.max(1.5, (endedAt === null ? 100 : percent(endedAt)) - x)
  const isGood = outcome === null || outcome === 'delivered'
  return drawing(
    'svg',
    { viewBox: '0 0 100 8', preserveAspectRatio: 'none', class: 'share', 'aria-hidden': 'true' },
    drawing('rect', { x: 0, y: 0, width: 100, height: 8, class: 'whole' }),
    drawing('rect', { x: Math.min(x, 98.5), y: 0, width, height: 8, class: isGood ? '' : 'bad' }),
  )
}
