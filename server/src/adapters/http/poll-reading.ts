import type { CancelAnswer, FindAnswer, PollAnswer, ProviderCheck } from '../../ports/provider.js'
import type { EngineAnswer } from '../engine/engine-http.js'
import { listAt } from '../engine/json-path.js'
import { describe } from '../engine/start-answer.js'
import type { EngineCalls } from './engine-calls.js'
import type { CancelOptions, FindOptions, HttpOptions } from './http-options.js'
import { scalarAt, valuesAt } from './pointer.js'
import { type Reading, readAnswer } from './read-answer.js'
import { resultOf } from './results.js'
import { isPathPart, render, type Values } from './template.js'

/** What the answer to a poll means; makes the further call for the result where the engine wants one. */
export async function readPoll(
  calls: EngineCalls,
  options: HttpOptions,
  answer: EngineAnswer,
  values: Values,
  signal: AbortSignal,
): Promise<PollAnswer> {
  if (answer.kind !== 'answered') return { kind: 'unavailable', message: answer.message }
  const { status: httpStatus, body } = answer
  const reading = readAnswer(options, httpStatus, body)
  switch (reading.status) {
    case 'queued':
    case 'running':
      return {
        kind: 'pending',
        stage: reading.status,
        ...(reading.progress !== undefined && { progress: reading.progress }),
      }
    case 'lost':
      return { kind: 'lost' }
    case 'rejected':
      return { kind: 'failed', code: 'INVALID_INPUT', message: reading.message }
    case 'failed':
      return failed(reading)
    case 'succeeded':
      return isFailure(reading) ? failed(reading) : resultOf(calls, options, body, values, signal)
  }
  if (isFailure(reading)) return failed(reading)
  // A page is of something in front of the engine, which does not know its jobs.
  const isOwn = typeof body !== 'string'
  if ((httpStatus === 404 || httpStatus === 410) && isOwn) return { kind: 'lost' }
  return { kind: 'unavailable', message: httpStatus < 300 ? reading.message : describe(httpStatus, body) }
}

function isFailure({ code }: Reading): boolean {
  return code === 'INVALID_INPUT' || code === 'GENERATION_FAILED'
}

function failed({ code, message }: Reading): PollAnswer {
  return {
    kind: 'failed',
    code: code === 'INVALID_INPUT' ? 'INVALID_INPUT' : 'GENERATION_FAILED',
    message,
  }
}

/** What became of a job that was to be stopped. A status in the body goes before that of HTTP. */
export function readCancel(cancel: CancelOptions, answer: EngineAnswer | undefined): CancelAnswer {
  if (answer?.kind !== 'answered') return 'unknown'
  const told = scalarAt(answer.body, cancel.status)
  for (const status of [told, String(answer.status)]) {
    const isOf = (list: CancelOptions['cancelled']) => list.some((known) => String(known) === status)
    if (isOf(cancel.cancelled)) return 'cancelled'
    if (isOf(cancel.finished)) return 'finished'
    if (isOf(cancel.runsOn)) return 'runs-on'
  }
  const isSuccess = answer.status >= 200 && answer.status < 300
  return isSuccess && cancel.cancelled.length === 0 && cancel.status === undefined ? 'cancelled' : 'unknown'
}

/**
 * Looks for the one job of a list that has all values of the task. That there is none proves nothing:
 * lists are cut.
 */
export function readFind(
  find: FindOptions,
  answer: EngineAnswer | undefined,
  values: Values,
): { readonly kind: 'id'; readonly id: string } | Extract<FindAnswer, { kind: 'unknown' }> {
  if (answer?.kind !== 'answered') return unknown(answer?.message ?? 'The path of the list has no value.')
  if (answer.status < 200 || answer.status > 299) return unknown(describe(answer.status, answer.body))
  const wanted = Object.entries(find.match).map(([path, template]) => ({
    path,
    value: render(template, values),
  }))
  const found = listAt(answer.body, find.list).filter((item) =>
    wanted.every(({ path, value }) => value === undefined || scalarAt(item, path) === String(value)),
  )
  const ids = new Set(found.map((item) => scalarAt(item, find.id)))
  const [id] = ids
  if (ids.size > 1) return unknown('Several jobs of the list are like that of the task.')
  if (id === undefined || !isPathPart(id)) return unknown('The list holds no such job.')
  return { kind: 'id', id }
}

function unknown(message: string): Extract<FindAnswer, { kind: 'unknown' }> {
  return { kind: 'unknown', message }
}

/** What a free call says of the engine; without one that needs the key, only whether it answers. */
export function readCheck(
  check: HttpOptions['check'],
  answer: EngineAnswer | undefined,
  models: readonly string[],
): ProviderCheck {
  if (answer?.kind !== 'answered')
    return { reachable: false, detail: answer?.message ?? 'The path of the check has no value.' }
  const { status, body } = answer
  if (check === undefined)
    return { reachable: true, detail: `It answers (${status}); no free call is known.` }
  const isRefused = status === 401 || status === 403
  const isSuccess = status >= 200 && status < 300
  const known = check.models === undefined || !isSuccess ? undefined : valuesAt(body, check.models)
  return {
    reachable: status < 500,
    ...((isRefused || isSuccess) && { keyAccepted: isSuccess }),
    ...(known !== undefined &&
      models.length > 0 && { modelFound: models.every((name) => known.includes(name)) }),
    detail: isSuccess ? 'It answers.' : describe(status, body),
  }
}
