import { type ErrorCode, errorCodes } from '../domain/error-codes.js'
import { ServiceError } from '../domain/service-error.js'
import type { ApiError } from '../generated/models.js'

/** An error as sent to the client. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ApiError
}

/** The contract promises Retry-After with each of these; a refusal may override the value. */
const retryAfterSecondsDefault: Partial<Record<ErrorCode, number>> = {
  RATE_LIMITED: 1,
  SERVICE_UNAVAILABLE: 1,
  TIER_UNAVAILABLE: 10,
}

/** The error body and headers of a refusal, without its cause. */
export function errorAnswer(error: ServiceError, requestId: string): ErrorAnswer {
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

/**
 * Converts any error to a refusal: a storage outage (503) if `isOutage` says so, otherwise an internal error
 * (500).
 */
export function toServiceError(error: unknown, isOutage: (error: unknown) => boolean): ServiceError {
  if (error instanceof ServiceError) return error
  if (isOutage(error)) return new ServiceError('SERVICE_UNAVAILABLE', { cause: error })
  return new ServiceError('INTERNAL', { cause: error })
}
