/** Errors without Express: for code that is no HTTP server. */

import type { ErrorResponse } from './errors/edge-error.ts'
import { errorResponse, type KnownError, type RejectedRequest } from './errors/error-response.ts'
import type { EdgeFacts } from './facts.ts'

export { DeclaredError, declaredErrors, type MakeDeclaredError } from './errors/declared-error.ts'
export type { EdgeError, ErrorResponse } from './errors/edge-error.ts'
export { type EdgeCode, errorCodes } from './errors/error-codes.ts'
export { renderError } from './errors/error-form.ts'
export type { ErrorKind } from './errors/error-kind.ts'
export type { KnownError, RejectedRequest } from './errors/error-response.ts'
export { NotImplementedError } from './errors/not-implemented-error.ts'
export {
  ServiceError,
  type ServiceErrorClass,
  type ServiceErrorOptions,
  type Violation,
} from './errors/service-error.ts'

/** `errorResponse` of one contract. */
export function errorResponses(
  facts: EdgeFacts,
): (error: KnownError, request: RejectedRequest) => ErrorResponse {
  return (error, request) => errorResponse(facts, error, request)
}
