import type { GateVerdict } from '../../core/ports/gate.ts'
import { type EngineResponse, statusText } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { matchesPattern } from '../shared/calls/matches-pattern.ts'
import { isSuccess } from '../shared/calls/response-outcome.ts'
import type { Pointer } from '../shared/templates/call-options.ts'
import { valuesAt } from '../shared/templates/pointer.ts'
import type { GateOptions, VerdictOptions } from './gate-options.ts'

/**
 * What a response says. Only a response that says so allows: a value that is missing, unknown or of another
 * type is no verdict.
 */
export function readVerdict({ verdict, reason }: GateOptions, response: EngineResponse): GateVerdict {
  if (response.kind !== 'responded') return failed(response.message.replace(/\bThe engine\b/g, 'The gate'))
  const { status, body, isJson } = response
  const ofStatus = verdict.http[String(status)]
  if (ofStatus !== undefined) return judged(ofStatus === 'refuse', reasonOf(body, reason))
  if (!isSuccess(status)) {
    const said = errorTextOf(body)
    return failed(`The gate responded ${statusText(status)}${said === undefined ? '.' : `: ${said}`}`)
  }
  if (!isJson) return failed('The response of the gate is not JSON.')
  return verdict.scores === undefined
    ? byValue(verdict, body, reasonOf(body, reason))
    : byScores(verdict.scores, body, reason)
}

function byValue({ pointer, allow, refuse }: VerdictOptions, body: unknown, reason: string | undefined) {
  const found = pathsOf(pointer)
    .flatMap((path) => valuesAt(body, path))
    .filter((value) => typeof value !== 'object')
    .map((value) => String(value).trim())
  const isAmong = (value: string, list: VerdictOptions['allow']): boolean =>
    list.some((known) => matchesPattern(String(known), value))
  if (found.some((value) => isAmong(value, refuse))) return judged(true, reason)
  if (found.length > 0 && found.every((value) => isAmong(value, allow))) return judged(false, reason)
  return failed('The response of the gate contains no verdict that the options know.')
}

/** A reason that is a list as long as the scores names the score of its place. */
function byScores(scores: Readonly<Record<string, number>>, body: unknown, reason: Pointer | undefined) {
  const reasons: string[] = []
  for (const [path, threshold] of Object.entries(scores)) {
    const found = valuesAt(body, path)
    if (found.length === 0 || !found.every((score) => typeof score === 'number'))
      return failed(`The response of the gate has no score at ${path}.`)
    const names = textsAt(body, reason)
    found.forEach((score, index) => {
      if (score >= threshold)
        reasons.push(
          names.length === found.length ? (names[index] ?? path) : (path.split('.').at(-1) ?? path),
        )
    })
  }
  return judged(reasons.length > 0, reasons.length === 0 ? undefined : reasons.join(', '))
}

function reasonOf(body: unknown, reason: Pointer | undefined): string | undefined {
  const texts = textsAt(body, reason)
  return texts.length === 0 ? undefined : texts.join(', ')
}

/** Texts and numbers; of an object the keys that are `true`, as a map of categories has them. */
function textsAt(body: unknown, pointer: Pointer | undefined): string[] {
  return pathsOf(pointer)
    .flatMap((path) => valuesAt(body, path))
    .flat()
    .flatMap((value) => {
      if (typeof value === 'string' || typeof value === 'number') return [String(value)]
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).flatMap(([key, isSo]) => (isSo === true ? [key] : []))
    })
    .filter((text) => text !== '')
}

function pathsOf(pointer: Pointer | undefined): readonly string[] {
  if (pointer === undefined) return []
  return typeof pointer === 'string' ? [pointer] : pointer
}

function judged(isRefused: boolean, reason: string | undefined): GateVerdict {
  return { kind: isRefused ? 'refused' : 'allowed', reason }
}

function failed(reason: string): GateVerdict {
  return { kind: 'failed', reason }
}
