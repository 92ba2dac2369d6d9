import type { EdgeFacts } from '../facts.ts'
import { declaredForm } from './declared-form.ts'
import type { ErrorResponse } from './edge-error.ts'

/** An error that the contract declares; thrown by a backend, sent as it is. */
export class DeclaredError extends Error {
  readonly response: ErrorResponse

  constructor(response: ErrorResponse) {
    super(`A declared error with status ${response.status}`)
    this.name = 'DeclaredError'
    this.response = response
  }
}

type BodyOf<Declared> = Declared extends { readonly body: infer Body } ? Body : never

/**
 * An error of one operation, to be thrown: `throw declaredError('getTodo', 404, { … })`. A status that the
 * contract does not declare for the operation, or another body, does not compile.
 */
export type MakeDeclaredError<Bodies> = <
  Id extends keyof Bodies & string,
  Status extends keyof Bodies[Id] & number,
>(
  operation: Id,
  status: Status,
  body: BodyOf<Bodies[Id][Status]>,
  headers?: Readonly<Record<string, string>>,
) => DeclaredError

/** `declaredError` of one contract; `Bodies` are those of its errors, by operation and status. */
export function declaredErrors<Bodies>(facts: EdgeFacts): MakeDeclaredError<Bodies> {
  return (operation, status, body, headers = {}) => {
    const mediaType = declaredForm(facts, operation, status)?.mediaType
    const typed = mediaType === undefined ? headers : { 'Content-Type': mediaType, ...headers }
    return new DeclaredError({ status, headers: typed, body })
  }
}
