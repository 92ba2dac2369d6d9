import type { GateVerdict } from '../../core/ports/gate.ts'
import { type EngineResponse, statusText } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { matchesPattern } from '../shared/calls/matches-pattern.ts'
import type { Pointer } from '../shared/templates/call-options.ts'
import { pathsOf, valuesAt } from '../shared/templates/pointer.ts'
import type { GateOptions, VerdictOptions } from './gate-options.ts'

/** Of any other status the body is none, not all, or several of an answer. */
const wholeAnswers: readonly number[] = [200, 201]

/** What a response says. To refuse, a gate need not have read the whole request; to allow, it must. */
export function readVerdict(options: GateOptions, response: EngineResponse): GateVerdict {
  const verdict = verdictIn(options, response)
  const isEarly = response.kind === 'responded' && response.isEarly
  return verdict.kind === 'allowed' && isEarly
    ? failed('The gate allowed before it had the whole request.')
    : verdict
}

/**
 * Only a response that says so in each of its parts allows: a value that is missing, unknown or of another type
 * is no verdict. A refusal of one part holds, whatever the others are.
 */
function verdictIn({ verdict, reason }: GateOptions, response: EngineResponse): GateVerdict {
  if (response.kind !== 'responded') return failed(response.message.replace(/\bThe engine\b/g, 'The gate'))
  const { status, body, isJson } = response
  const ofStatus = verdict.http[String(status)]
  if (ofStatus !== undefined) return judged(ofStatus === 'refuse', reasonOf(body, reason))
  if (!wholeAnswers.includes(status)) {
    const said = errorTextOf(body)
    return failed(`The gate responded ${statusText(status)}${said === undefined ? '.' : `: ${said}`}`)
  }
  if (!isJson) return failed('The response of the gate is not JSON.')
  const found =
    verdict.scores === undefined
      ? byValue(verdict, body, reasonOf(body, reason))
      : byScores(verdict.scores, body, reason)
  const doubt = found.kind === 'allowed' ? doubtOf(verdict, body) : undefined
  return doubt === undefined ? found : failed(doubt)
}

/** Why an answer that allows is not to be believed; undefined if it is. */
function doubtOf({ requires }: VerdictOptions, body: unknown): string | undefined {
  const error = errorIn(body)
  if (error !== undefined) return `The gate responded with an error: ${errorTextOf(error) ?? 'no text'}`
  const unmet = Object.entries(requires).find(
    ([path, allowed]) => !valuesAt(body, path).every((value) => isAmong(allowed, value)),
  )
  return unmet && `The response of the gate has at ${unmet[0]} none of the values that it requires.`
}

/**
 * The first object, at any depth, with an `error` or `errors` that says something: some services have the key in each
 * answer.
 */
function errorIn(body: unknown): unknown {
  const objects = [body]
  for (const object of objects) {
    if (typeof object !== 'object' || object === null) continue
    for (const [key, value] of Object.entries(object)) {
      if ((key === 'error' || key === 'errors') && saysSomething(value))
        return key === 'error' ? object : { error: [value].flat()[0] }
      objects.push(value)
    }
  }
  return undefined
}

function saysSomething(error: unknown): boolean {
  return typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error)
}

function byValue({ pointer, allow, refuse }: VerdictOptions, body: unknown, reason: string | undefined) {
  const found = pathsOf(pointer).flatMap((path) => valuesAt(body, path))
  if (found.some((value) => isAmong(refuse, value))) return judged(true, reason)
  if (found.length > 0 && found.every((value) => isAmong(allow, value))) return judged(false, reason)
  return failed('The response of the gate contains no verdict that the options know.')
}

function isAmong(list: VerdictOptions['allow'], value: unknown): boolean {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return false
  return list.some((known) => matchesPattern(String(known), String(value).trim()))
}

/** A reason that is a list as long as the scores names the score of its place. */
function byScores(scores: Readonly<Record<string, number>>, body: unknown, reason: Pointer | undefined) {
  const reasons: string[] = []
  const unscored: string[] = []
  for (const [path, threshold] of Object.entries(scores)) {
    const found = valuesAt(body, path)
    const names = reasonsAt(body, reason)
    found.forEach((score, index) => {
      const name = names.length === found.length ? textsOf(names[index]).join(', ') : ''
      if (typeof score === 'number' && score >= threshold)
        reasons.push(name || (path.split('.').findLast((key) => key !== 'length') ?? path))
      // A service that has not judged a part writes -1 as well.
      else if (typeof score !== 'number' || score < 0) unscored.push(path)
    })
  }
  if (reasons.length > 0) return judged(true, reasons.join(', '))
  const [path] = unscored
  return path === undefined
    ? judged(false, undefined)
    : failed(`The response of the gate has no score at ${path}.`)
}

function reasonOf(body: unknown, reason: Pointer | undefined): string | undefined {
  const texts = reasonsAt(body, reason).flatMap(textsOf)
  return texts.length === 0 ? undefined : texts.join(', ')
}

function reasonsAt(body: unknown, pointer: Pointer | undefined): readonly unknown[] {
  return pathsOf(pointer)
    .flatMap((path) => valuesAt(body, path))
    .flat()
}

/** Texts and numbers; of an object the keys that are `true`, as a map of categories has them. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? [] : [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, isSo]) => (isSo === true && key !== '' ? [key] : []))
}

function judged(isRefused: boolean, reason: string | undefined): GateVerdict {
  return { kind: isRefused ? 'refused' : 'allowed', reason }
}

function failed(reason: string): GateVerdict {
  return { kind: 'failed', reason }
}
