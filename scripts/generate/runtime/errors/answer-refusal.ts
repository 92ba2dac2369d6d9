import type { Refusals } from '../generated/refusals.js'
import type { ErrorAnswer } from './error-answer.js'
import { ServiceError } from './service-error.js'

/** A refusal that the contract declares; thrown by a backend, sent as it is. */
export class AnswerError extends ServiceError {
  readonly answer: ErrorAnswer

  constructor(answer: ErrorAnswer) {
    super('INVALID_REQUEST')
    this.name = 'AnswerError'
    this.answer = answer
  }
}

type Declared<Id extends keyof Refusals> = Refusals[Id]

/**
 * A refusal of one operation, to be thrown: `throw refuse('getTodo', 404, { … })`. A status that the contract
 * does not declare for the operation, or another body, does not compile.
 */
export function refuse<Id extends keyof Refusals, Status extends keyof Declared<Id> & number>(
  _operation: Id,
  status: Status,
  body: Declared<Id>[Status] extends { readonly body: infer Body } ? Body : never,
  headers: Readonly<Record<string, string>> = {},
): AnswerError {
  const isProblem = typeof body === 'object' && body !== null && 'type' in body && 'title' in body
  const contentType = isProblem ? 'application/problem+json' : 'application/json; charset=utf-8'
  return new AnswerError({ status, headers: { 'Content-Type': contentType, ...headers }, body })
}
