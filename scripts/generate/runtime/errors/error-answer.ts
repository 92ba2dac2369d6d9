import { AnswerError } from './answer-refusal.js'
import type { EdgeError } from './edge-error.js'
import { errorCodes } from './error-codes.js'
import { renderError } from './error-form.js'
import type { NotImplementedError } from './not-implemented-error.js'
import type { ServiceError } from './service-error.js'

/** An error as sent to the client. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The error body and headers of a refusal, without its cause. */
export function errorAnswer(error: ServiceError, requestId: string): ErrorAnswer {
  if (error instanceof AnswerError) return error.answer
  const { status, message } = errorCodes[error.code]
  const { headers, ...answer } = rendered({
    status,
    code: error.code,
    message,
    requestId,
    details: error.details,
  })
  return {
    ...answer,
    headers: {
      ...headers,
      ...(error.retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterSeconds))),
      }),
      ...(error.code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': 'Bearer' }),
      // The rest of that request may still arrive; it must not be parsed as the next one.
      ...(error.code === 'REQUEST_TIMEOUT' && { Connection: 'close' }),
    },
  }
}

function rendered(error: EdgeError): ErrorAnswer {
  const { contentType, body } = renderError(error)
  return { status: error.status, headers: { 'Content-Type': contentType }, body }
}

/** 501 in the form of every error. */
export function notImplementedAnswer(error: NotImplementedError, requestId: string): ErrorAnswer {
  return rendered({ status: 501, code: 'NOT_IMPLEMENTED', message: error.message, requestId, details: [] })
}
