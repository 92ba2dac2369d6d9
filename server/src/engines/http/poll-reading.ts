import type { CancelResponse, FindResponse, PollResponse, ProviderCheck } from '../../core/ports/provider.ts'
import type { EngineResponse } from '../shared/calls/engine-http.ts'
import { listAt } from '../shared/calls/json-path.ts'
import {
  describe,
  isPage,
  isSuccess,
  readCheck,
  readPoll,
  refusedPoll,
  serverErrorMin,
} from '../shared/calls/response-outcome.ts'
import type { EngineCalls } from '../shared/templates/engine-calls.ts'
import { scalarAt, valuesAt } from '../shared/templates/pointer.ts'
import { isPathPart, render, type Values } from '../shared/templates/template.ts'
import type { CancelOptions, FindOptions, HttpOptions } from './http-options.ts'
import { describeResponse, type Reading, readResponse } from './read-response.ts'
import { resultOf } from './results.ts'

/** The meaning of a response to a poll; makes the further call for the result if the engine needs one. */
export async function pollResponseOf(
  calls: EngineCalls,
  options: HttpOptions,
  response: EngineResponse,
  values: Values,
  signal: AbortSignal,
): Promise<PollResponse> {
  if (response.kind !== 'responded') return readPoll(response, () => undefined)
  const { status: httpStatus, body } = response
  const reading = readResponse(options, httpStatus, body)
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
  return refusedPoll(response) ?? { kind: 'unavailable', message: reading.message }
}

function isFailure({ code }: Reading): boolean {
  return code === 'INVALID_INPUT' || code === 'GENERATION_FAILED'
}

function failed({ code, message }: Reading): PollResponse {
  return {
    kind: 'failed',
    code: code === 'INVALID_INPUT' ? 'INVALID_INPUT' : 'GENERATION_FAILED',
    message,
  }
}

/**
 * What became of a job that was to be stopped. A status in the body takes precedence over the HTTP status.
 */
export function cancelResponseOf(
  cancel: CancelOptions,
  response: EngineResponse | undefined,
): CancelResponse {
  if (response?.kind !== 'responded') return 'unknown'
  const told = scalarAt(response.body, cancel.status)
  for (const status of [told, String(response.status)]) {
    const isOf = (list: CancelOptions['cancelled']) => list.some((known) => String(known) === status)
    if (isOf(cancel.cancelled)) return 'cancelled'
    if (isOf(cancel.finished)) return 'finished'
    if (isOf(cancel.runsOn)) return 'runs-on'
  }
  return isSuccess(response.status) && cancel.cancelled.length === 0 && cancel.status === undefined
    ? 'cancelled'
    : 'unknown'
}

/**
 * Finds the one job of a list that has all values of the task. Absence proves nothing, because lists are
 * truncated.
 */
export function foundIdOf(
  find: FindOptions,
  response: EngineResponse | undefined,
  values: Values,
): { readonly kind: 'id'; readonly id: string } | Extract<FindResponse, { kind: 'unknown' }> {
  if (response?.kind !== 'responded')
    return unknown(response?.message ?? 'The path of the list has no value.')
  if (!isSuccess(response.status)) return unknown(describe(response.status, response.body))
  const wanted = Object.entries(find.match).map(([path, template]) => ({
    path,
    value: render(template, values),
  }))
  const found = listAt(response.body, find.list).filter((item) =>
    wanted.every(({ path, value }) => value === undefined || scalarAt(item, path) === String(value)),
  )
  const ids = new Set(found.map((item) => scalarAt(item, find.id)))
  const [id] = ids
  if (ids.size > 1) return unknown('Several jobs in the list match the task.')
  if (id === undefined || !isPathPart(id)) return unknown('The list contains no such job.')
  return { kind: 'id', id }
}

function unknown(message: string): Extract<FindResponse, { kind: 'unknown' }> {
  return { kind: 'unknown', message }
}

/** What a free call says about the engine; without one that needs the key, only whether it responds. */
export function checkResponseOf(
  options: HttpOptions,
  response: EngineResponse | undefined,
  models: readonly string[],
): ProviderCheck {
  if (response?.kind !== 'responded')
    return { reachable: false, detail: response?.message ?? 'The path of the check has no value.' }
  const { status, body } = response
  const { check } = options
  if (check === undefined)
    return { reachable: status < serverErrorMin, detail: `It responds (${status}); no free call is known.` }
  if (!isSuccess(status)) {
    const isKeyRefused = readResponse(options, status, body).code === 'KEY_REFUSED'
    const checked = {
      ...readCheck(response, () => undefined),
      detail: describeResponse(options, status, body),
    }
    return isKeyRefused ? { ...checked, keyAccepted: false } : checked
  }
  if (isPage(body)) return readCheck(response, () => undefined)
  const known = check.models === undefined ? undefined : valuesAt(body, check.models)
  return {
    reachable: true,
    keyAccepted: true,
    ...(known !== undefined &&
      models.length > 0 && { modelFound: models.every((name) => known.includes(name)) }),
    detail: 'It responds.',
  }
}
