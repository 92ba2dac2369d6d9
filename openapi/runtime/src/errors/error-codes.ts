import type { ErrorKind } from './error-kind.ts'

/**
 * Every error of the HTTP edge: its status, and the message for people. A contract's own table has these and more.
 */
export const errorCodes = {
  INVALID_REQUEST: { status: 400, message: 'The request does not meet the contract.' },
  INVALID_JSON: { status: 400, message: 'The request body is missing, or is not valid JSON in UTF-8.' },
  UNAUTHENTICATED: { status: 401, message: 'Valid credentials are required.' },
  FORBIDDEN: { status: 403, message: 'These credentials do not have the scopes that this needs.' },
  NOT_FOUND: { status: 404, message: 'There is no such resource.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This resource does not support this method; see Allow.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body has a media type that is not accepted.' },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests; wait as Retry-After says.',
    retryAfterSeconds: 1,
  },
  INTERNAL: { status: 500, message: 'The request failed for a reason that is not yours.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is temporarily unavailable.',
    retryAfterSeconds: 1,
  },
} as const satisfies Readonly<Record<string, ErrorKind>>

/** The codes of the errors that the edge itself rejects requests with. */
export type EdgeCode = keyof typeof errorCodes
