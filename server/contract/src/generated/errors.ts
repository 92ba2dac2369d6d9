// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import {
  ServiceError as AnyServiceError,
  declaredErrors,
  errorResponses,
  type ServiceErrorClass,
} from '@mediagen/contract-runtime/errors'
import type { ErrorBodies } from './error-bodies.js'
import type { ErrorCode } from './error-codes.js'
import { facts } from './facts.js'

export { DeclaredError, type EdgeError, NotImplementedError, type Violation } from '@mediagen/contract-runtime/errors'
export type { RenderedError } from './error-bodies.js'
export { type ErrorCode, errorCodes } from './error-codes.js'

/** An expected error, by its code: status and message are those of errorCodes. */
export type ServiceError = AnyServiceError<ErrorCode>
export const ServiceError: ServiceErrorClass<ErrorCode> = AnyServiceError

/** An error that the operation declares, to be thrown; another status or body does not compile. */
export const declaredError = declaredErrors<ErrorBodies>(facts)

/** The error body and headers of an error, without its cause. */
export const errorResponse = errorResponses(facts)
