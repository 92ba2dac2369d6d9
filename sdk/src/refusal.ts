import { type ApiError, createApiError } from './errors/api-error.js'
import { InvalidResponseError } from './errors/call-errors.js'
import type { ErrorFacts } from './errors/mediagen-error.js'
import { isRetryable, readRetryAfterMs } from './retry-policy.js'
import { placeOf, requestIdOf } from './transport.js'
import type { ApiErrorDetail } from './types.js'

/** The error that an answer stands for, as its body says it; by its status alone where the body is none of the contract's. */
export function refusalOf(response: Response, body: unknown, nowMs: number, facts?: ErrorFacts): ApiError {
  // The contract's errors are flat; a gateway in front of the service may wrap them.
  const { code, message, details, requestId } = recordOf(recordOf(body).error ?? body)
  const { status, statusText, headers } = response
  const places = Array.isArray(details) ? details.filter(isDetail) : []
  const text = textOf(message) ?? `HTTP ${status} ${statusText}`.trim()
  const list = places.map((place) => `${place.path} ${place.message}`.trim()).join('; ')
  return createApiError(list === '' ? text : `${text} (${list})`, {
    ...facts,
    status,
    code: textOf(code) ?? `HTTP_${status}`,
    details: places,
    requestId: requestIdOf(response) ?? textOf(requestId),
    retryable: isRetryable(response),
    retryAfterMs: readRetryAfterMs(headers, nowMs),
  })
}

/** The error of an answer that is none of the contract's: a redirect, or what is no JSON object. */
export function invalidAnswer(request: Request, response: Response, cause: unknown): InvalidResponseError {
  const { status, headers } = response
  const location = headers.get('location')
  const isKnown = location !== null && URL.canParse(location, request.url)
  const { origin, pathname } = new URL(isKnown ? location : '', request.url)
  const redirect = `answered with a redirect${isKnown ? ` to ${origin}${pathname}` : ''}, which is not followed`
  const what = response.ok
    ? 'not answered with a JSON object'
    : `${redirect}: set baseUrl to where the service is`
  return new InvalidResponseError(`${placeOf(request)} was ${what}`, {
    status,
    requestId: requestIdOf(response),
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    retryable: response.ok,
    cause,
  })
}

function recordOf(value: unknown): Record<string, unknown> {
  return { ...Object(value) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isDetail(value: unknown): value is ApiErrorDetail {
  const { path, message } = recordOf(value)
  return typeof path === 'string' && typeof message === 'string'
}
