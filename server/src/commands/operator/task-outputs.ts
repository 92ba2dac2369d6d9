import type { Commands } from '../../operator/operations/operations.ts'
import type { TaskHistoryView } from '../../operator/task-views.ts'
import type { Block } from '../look/blocks.ts'
import { timeText } from '../look/text.ts'
import { excerpt, fieldsOf, sentences, tableOf } from './table.ts'

export function printTask(history: TaskHistoryView): Block[] {
  const { parameters } = history
  const seconds = parameters.durationSeconds === null ? '' : `, ${parameters.durationSeconds} s`
  // Scrubbed with the rest of the request.
  const size = history.scrubbedAt === null ? `, ${parameters.width}x${parameters.height}${seconds}` : ''
  return [
    fieldsOf(
      ['Task', history.taskId],
      ['Account', withName(history.accountId, history.accountName)],
      ['Key', withName(history.keyId ?? 'not recorded', history.keyName)],
      ['Status', `${history.status}, ${history.attempt} attempt${history.attempt === 1 ? '' : 's'}`],
      history.cancelAt === null
        ? null
        : ['Deadline', `${timeText(history.cancelAt)}, unless it has started before`],
      ['Request', `${history.type} ${history.tier}${size}, ${history.cost} USD`],
      [
        'Prompt',
        history.scrubbedAt === null
          ? excerpt(parameters.prompt, 500)
          : `erased at ${timeText(history.scrubbedAt)}`,
      ],
      [
        'Engine',
        `${history.engine ?? (history.completedAt === null ? 'none yet' : 'none')}${history.submission.job === null ? '' : ` ${excerpt(history.submission.job, 500)}`}`,
      ],
      history.retryOf === null ? null : ['Retry of', history.retryOf],
      history.retriedAs === null ? null : ['Retried as', history.retriedAs],
      history.error === null
        ? null
        : ['Error', `${history.error.code}: ${excerpt(history.error.message, 500)}`],
    ),
    '',
    tableOf(
      ['WHEN', 'WHAT…'],
      history.events.map(({ at, what }) => [timeText(at), excerpt(what, 500)]),
    ),
    '',
    tableOf(
      ['ENGINE', 'ATTEMPT>', 'CALLED', 'ENDED', 'OUTCOME…'],
      history.engineCalls.map(({ engine, attempt, startedAt, endedAt, outcome, reason }) => [
        engine,
        String(attempt),
        timeText(startedAt),
        endedAt === null ? '-' : timeText(endedAt),
        excerpt([outcome ?? 'goes on', ...(reason === null ? [] : [reason])].join(': '), 500),
      ]),
    ),
    '',
    tableOf(
      ['LEDGER', 'AMOUNT USD>', 'WHEN'],
      history.ledger.map(({ kind, amount, createdAt }) => [kind, amount, timeText(createdAt)]),
    ),
  ]
}

export function printResult({ taskId, files }: Commands['show-result']['view']): Block[] {
  return sentences(
    ...(files.length === 0 ? [`The task ${taskId} has no result.`] : files.map(({ url }) => url)),
  )
}

export function printEndedTask({
  taskId,
  status,
  refunded,
  engine,
}: Commands['cancel-task']['view']): Block[] {
  return sentences(
    `The task ${taskId} is ${status}, and ${refunded} USD was refunded.`,
    ...(engine === null ? [] : [`Its worker stops its job at ${engine} within seconds, if the engine can.`]),
  )
}

export function printRetriedTask(view: Commands['retry-task']['view']): Block[] {
  const { taskId, retryOf, reserved, isRepeated } = view
  return sentences(
    isRepeated
      ? `The task ${retryOf} had already been retried, as ${taskId}.`
      : `The task ${retryOf} was ordered again as ${taskId}, and ${reserved} USD reserved for it.`,
  )
}

function withName(id: string, name: string | null): string {
  return name === null ? id : `${id}, ${name}`
}
