import { type ErrorCode, errorCodes } from '../generated/error-codes.js'
import type { ApiError } from '../generated/models.js'
import type { NotImplementedError } from './not-implemented-error.js'
import type { ServiceError } from './service-error.js'

/** An error as sent to the client. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ApiError
}

/** The request that is refused. */
interface Refused {
  readonly requestId: string
}

/** The contract promises Retry-After with each of these; a refusal may override the value. */
const retryAfterSecondsDefault: Partial<Record<ErrorCode, number>> = {
  RATE_LIMITED: 1,
  SERVICE_UNAVAILABLE: 1,
  TIER_UNAVAILABLE: 10,
}

/** The error body and headers of a refusal, without its cause. */
export function errorAnswer(error: ServiceError, { requestId }: Refused): ErrorAnswer {
  const { status, message } = errorCodes[error.code]
  const retryAfterSeconds = error.retryAfterSeconds ?? retryAfterSecondsDefault[error.code]
  return {
    status,
    headers: {
      ...(retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))),
      }),
      ...(error.code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': 'Bearer' }),
      // The rest of that request may still arrive; it must not be parsed as the next one.
      ...(error.code === 'REQUEST_TIMEOUT' && { Connection: 'close' }),
    },
    body: {
      status,
      code: error.code,
      message,
      requestId,
      ...(error.details.length > 0 && {
        details: error.details.map(({ path, message }) => ({ path, message })),
      }),
    },
  }
}

/** 501 in the form of every error. No code of the contract fits: a complete backend never sends it. */
export function notImplementedAnswer(
  error: NotImplementedError,
  { requestId }: Refused,
): Omit<ErrorAnswer, 'body'> & {
  readonly body: Omit<ApiError, 'code'> & { readonly code: 'NOT_IMPLEMENTED' }
} {
  const { message } = error
  return { status: 501, headers: {}, body: { status: 501, code: 'NOT_IMPLEMENTED', message, requestId } }
}
