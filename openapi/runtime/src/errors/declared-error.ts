import type { ErrorBodies } from '../generated/error-bodies.js'
import { declaredForm } from './declared-form.js'
import type { ErrorResponse } from './edge-error.js'
import { ServiceError } from './service-error.js'

/** An error that the contract declares; thrown by a backend, sent as it is. */
export class DeclaredError extends ServiceError {
  readonly response: ErrorResponse

  constructor(response: ErrorResponse) {
    super('INVALID_REQUEST')
    this.name = 'DeclaredError'
    this.response = response
  }
}

type Declared<Id extends keyof ErrorBodies> = ErrorBodies[Id]

/**
 * An error of one operation, to be thrown: `throw declaredError('getTodo', 404, { … })`. A status that the
 * contract does not declare for the operation, or another body, does not compile.
 */
export function declaredError<Id extends keyof ErrorBodies, Status extends keyof Declared<Id> & number>(
  operation: Id,
  status: Status,
  body: Declared<Id>[Status] extends { readonly body: infer Body } ? Body : never,
  headers: Readonly<Record<string, string>> = {},
): DeclaredError {
  const mediaType = declaredForm(operation, status)?.mediaType
  const typed = mediaType === undefined ? headers : { 'Content-Type': mediaType, ...headers }
  return new DeclaredError({ status, headers: typed, body })
}
