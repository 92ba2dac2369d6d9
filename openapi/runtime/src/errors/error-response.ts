import { challengesOf } from './challenges.js'
import { DeclaredError } from './declared-error.js'
import { declaredResponse } from './declared-form.js'
import type { ErrorResponse } from './edge-error.js'
import { errorCodes } from './error-codes.js'
import type { ErrorKind } from './error-kind.js'
import type { NotImplementedError } from './not-implemented-error.js'
import type { ServiceError } from './service-error.js'

/** The request that is rejected; without an operation where no route took it. */
interface RejectedRequest {
  readonly requestId: string
  readonly operation?: string
}

/** The error body and headers of an error, without its cause. */
export function errorResponse(error: ServiceError, { requestId, operation }: RejectedRequest): ErrorResponse {
  if (error instanceof DeclaredError) return error.response
  const { code, details } = error
  const { status, message, retryAfterSeconds: usualSeconds }: ErrorKind = errorCodes[code]
  const response = declaredResponse({ status, code, message, requestId, details }, operation)
  const retryAfterSeconds = error.retryAfterSeconds ?? usualSeconds
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))),
      }),
      ...(code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': challengesOf(operation) }),
      // The rest of that request may still arrive; it must not be parsed as the next one.
      ...(code === 'REQUEST_TIMEOUT' && { Connection: 'close' }),
    },
  }
}

/** 501 in the form of every error. */
export function notImplementedResponse(
  { message }: NotImplementedError,
  { requestId, operation }: RejectedRequest,
): ErrorResponse {
  return declaredResponse(
    { status: 501, code: 'NOT_IMPLEMENTED', message, requestId, details: [] },
    operation,
  )
}
