import { type ApiError, createApiError } from '../errors/api-error.js'
import { InvalidResponseError } from '../errors/call-errors.js'
import type { ErrorProperties } from '../errors/mediagen-error.js'
import type { ApiErrorDetail } from '../types/index.js'
import { recordOf, textOf } from '../types/record.js'
import { describeRequest, requestIdOf } from './describe-request.js'
import { isRetryable, readRetryAfterMs } from './retry-policy.js'
import type { OutgoingRequest } from './transport.js'

const baseUrlHint = 'check baseUrl or MEDIAGEN_BASE_URL'

/**
 * The ApiError of an error response to a request for the address `url`; based on its status alone if the body
 * is not one of the contract's.
 */
export function apiErrorFrom(
  { response, url }: { readonly response: Response; readonly url: string },
  body: unknown,
  nowMs: number,
  facts?: ErrorProperties,
): ApiError {
  // The contract's errors are flat; a gateway may wrap them in `error`.
  const { code, message, details, requestId } = recordOf(recordOf(body).error ?? body)
  const { status, statusText, headers } = response
  const fields = Array.isArray(details) ? details.filter(isDetail) : []
  const plain = `HTTP ${status} ${statusText}`.trim()
  // The service asks for a key by its challenge; a proxy that demands a sign-in has none.
  const isOfKey = status === 401 && /\bbearer\b/i.test(headers.get('www-authenticate') ?? '')
  const hint = isOfKey ? 'check apiKey or MEDIAGEN_API_KEY' : code === 'NOT_FOUND' && baseUrlHint
  // Something between the caller and the service has no message of the contract.
  const advice = isRetryable(response) ? 'try again later' : baseUrlHint
  const text = textOf(message) ?? (isOfKey || textOf(code) ? plain : `${plain}: ${advice}`)
  const list = fields.map((field) => `${field.path} ${field.message}`.trim()).join('; ')
  // The service's sentence may say no more than that there are details.
  const summary =
    list && /see details\.?$/.test(text) ? `Invalid request: ${list}` : text + (list && ` (${list})`)
  return createApiError(hint ? `${summary} (${hint})` : summary, {
    ...facts,
    status,
    code: textOf(code) ?? `HTTP_${status}`,
    details: fields,
    requestId: requestIdOf(response) ?? textOf(requestId),
    retryable: isRetryable(response),
    retryAfterMs: readRetryAfterMs(headers, nowMs),
    helpUrl: helpUrlOf(headers, url),
  })
}

/** The address in `Link: </path>; rel="help"` (RFC 8288), which is on the service's own host. */
function helpUrlOf(headers: Headers, url: string): string | undefined {
  const path = /<(\/[^/>][^>]*)>; ?rel="?help\b/.exec(headers.get('link') ?? '')?.[1]
  return path && URL.canParse(path, url) ? new URL(path, url).href : undefined
}

/**
 * The error of a response that breaks the contract: a redirect, or a body that is not a JSON object or has no
 * valid value in the field named.
 */
export function invalidResponseFrom(
  request: OutgoingRequest,
  response: Response,
  facts: ErrorProperties,
  wrongField?: string,
): InvalidResponseError {
  const { status, headers } = response
  const location = headers.get('location')
  const isKnown = location !== null && URL.canParse(location, request.url)
  const { origin, pathname } = new URL(isKnown ? location : '', request.url)
  const redirect = `a redirect${isKnown ? ` to ${origin}${pathname}` : ''}, which is not followed`
  const missing = wrongField === undefined ? 'a JSON object' : `the "${wrongField}" that is expected`
  const problem = response.ok ? `a response without ${missing}` : redirect
  return new InvalidResponseError(`${describeRequest(request)} returned ${problem}: ${baseUrlHint}`, {
    ...facts,
    status,
    requestId: requestIdOf(response),
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    retryable: response.ok,
  })
}

function isDetail(value: unknown): value is ApiErrorDetail {
  const { path, message } = recordOf(value)
  return typeof path === 'string' && typeof message === 'string'
}
