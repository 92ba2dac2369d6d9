import type { EdgeFacts } from '../facts.ts'
import { challengesOf } from './challenges.ts'
import { DeclaredError } from './declared-error.ts'
import { declaredResponse } from './declared-form.ts'
import type { ErrorResponse } from './edge-error.ts'
import { errorCodes as edgeCodes } from './error-codes.ts'
import type { ErrorKind } from './error-kind.ts'
import { NotImplementedError } from './not-implemented-error.ts'
import type { ServiceError } from './service-error.ts'

/** The request that is rejected; without an operation where no route took it. */
export interface RejectedRequest {
  readonly requestId: string
  readonly operation?: string
}

/** An error that has a response of its own. */
export type KnownError = ServiceError<string> | DeclaredError | NotImplementedError

/** The error body and headers of an error, without its cause. */
export function errorResponse(
  facts: EdgeFacts,
  error: KnownError,
  { requestId, operation }: RejectedRequest,
): ErrorResponse {
  if (error instanceof DeclaredError) return error.response
  if (error instanceof NotImplementedError) {
    const own = { status: 501, code: 'NOT_IMPLEMENTED', message: error.message, requestId, details: [] }
    return declaredResponse(facts, own, operation)
  }
  const { code, details, publicMessage } = error
  const { errorCodes } = facts
  const {
    status,
    message: usualMessage,
    retryAfterSeconds: usualSeconds,
  }: ErrorKind = errorCodes[code] ?? (code === 'FORBIDDEN' ? edgeCodes.FORBIDDEN : errorCodes.INTERNAL)
  const message = publicMessage ?? usualMessage
  const response = declaredResponse(facts, { status, code, message, requestId, details }, operation)
  const retryAfterSeconds = error.retryAfterSeconds ?? usualSeconds
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))),
      }),
      ...(code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': challengesOf(facts, operation) }),
      // The rest of that request may still arrive; it must not be parsed as the next one.
      ...(code === 'REQUEST_TIMEOUT' && { Connection: 'close' }),
    },
  }
}
