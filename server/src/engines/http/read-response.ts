import { errorTextOf } from '../shared/calls/error-text.ts'
import { numberAt } from '../shared/calls/json-path.ts'
import { matchesPattern } from '../shared/calls/matches-pattern.ts'
import { describe as describeStatus } from '../shared/calls/response-outcome.ts'
import { scalarAt, textsAt } from '../shared/templates/pointer.ts'
import type { CodeMeaning, HttpOptions, StatusMeaning } from './http-options.ts'

/** What a response says about a job, by the maps of the options. */
export interface Reading {
  readonly status: StatusMeaning | undefined
  readonly code: CodeMeaning | undefined
  /** 0 to 1. */
  readonly progress: number | undefined
  /** One line of limited length. */
  readonly message: string
}

export function readResponse(options: HttpOptions, httpStatus: number, body: unknown): Reading {
  const told = scalarAt(body, options.status?.pointer)
  const code = scalarAt(body, options.errors.code)
  return {
    status: statusOf(options, told, httpStatus),
    code: code === undefined ? undefined : codeMeaningOf(options, code),
    progress: progressOf(options, body),
    message: messageOf(options, body) ?? describe(told, code, httpStatus),
  }
}

function statusOf(
  { status }: HttpOptions,
  told: string | undefined,
  httpStatus: number,
): StatusMeaning | undefined {
  if (status === undefined) return undefined
  const known = told === undefined ? undefined : own(status.values, told)
  const ofHttp = known ?? own(status.http, String(httpStatus))
  const isSuccess = httpStatus >= 200 && httpStatus < 300
  return ofHttp ?? (told === undefined && isSuccess ? status.absent : undefined)
}

/**
 * The meaning of an exact code takes precedence over that of a pattern; patterns apply in the order of the
 * file.
 */
function codeMeaningOf({ errors }: HttpOptions, code: string): CodeMeaning | undefined {
  const exact = own(errors.codes, code)
  if (exact !== undefined) return exact
  return Object.entries(errors.codes).find(
    ([pattern]) => pattern.includes('*') && matchesPattern(pattern, code),
  )?.[1]
}

function messageOf({ errors }: HttpOptions, body: unknown): string | undefined {
  const [said] = textsAt(body, errors.message)
  return errorTextOf(said === undefined ? body : { message: said })
}

/** For the operator's log: the HTTP status and the engine's message at the pointer of the options. */
export function describeResponse({ errors }: HttpOptions, httpStatus: number, body: unknown): string {
  const [said] = textsAt(body, errors.message)
  return describeStatus(httpStatus, said === undefined ? body : { message: said })
}

function describe(told: string | undefined, code: string | undefined, httpStatus: number): string {
  const status = told === undefined ? 'no status' : `status ${told}`
  const text = `The engine answered ${httpStatus} with ${status}${code === undefined ? '' : ` and code ${code}`}.`
  return errorTextOf({ message: text }) ?? text
}

function progressOf({ status }: HttpOptions, body: unknown): number | undefined {
  if (status?.progress === undefined) return undefined
  const progress = numberAt(body, status.progress.pointer)
  return progress === undefined ? undefined : Math.min(Math.max(progress / status.progress.of, 0), 1)
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}
