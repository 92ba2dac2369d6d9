import createClient, { type Client } from 'openapi-fetch'
import { createApiError } from './errors/api-error.js'
import { InvalidResponseError } from './errors/call-errors.js'
import type { paths } from './generated/openapi.js'
import { isRetryable, readRetryAfterMs } from './retry-policy.js'
import { placeOf, send, type Transport } from './transport.js'
import type { ApiErrorDetail, CallOptions } from './types.js'

/** The typed openapi-fetch client of the contract, with the retries of this SDK. */
export type MediagenHttp = Client<paths>

/** What the parts of the client share: how requests are sent, and the typed way to send them. */
export interface Context {
  readonly transport: Transport
  readonly http: MediagenHttp
}

/** The four operations that take an `Idempotency-Key`; no other one does. */
const generationPath = /\/(images|videos)\/(generations|transformations)$/

/** Makes the typed client. Every generation is sent with a key, also where the caller of `http` names none. */
export function createHttp(
  transport: Transport,
  { baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined },
) {
  const http: MediagenHttp = createClient<paths>({
    baseUrl,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    fetch: (request) => sendJson(transport, request),
  })
  http.use({
    onRequest({ request, schemaPath }) {
      if (generationPath.test(schemaPath) && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', createIdempotencyKey())
      }
    },
  })
  return http
}

/** A random key, made without `randomUUID`, which browsers have on secure pages only. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Turns the options of a call into those of openapi-fetch. */
export function initOf({ transport }: Context, { signal, timeoutMs, maxRetries }: CallOptions = {}) {
  return {
    signal: signal ?? null,
    fetch: (request: Request) => sendJson(transport, request, { timeoutMs, maxRetries }),
  }
}

/** The data of a good answer; throws the ApiError that a bad one stands for. */
export function unwrap<Data>(
  { transport }: Context,
  { data, error, response }: { data?: Data; error?: unknown; response: Response },
  facts: { idempotencyKey?: string; taskId?: string } = {},
): NonNullable<Data> {
  const requestId = requestIdOf(response)
  const { status, statusText, headers } = response
  if (response.ok) {
    if (typeof data === 'object' && data !== null) return data
    throw new InvalidResponseError('The answer is not a JSON object', { ...facts, requestId, status })
  }
  // The contract's errors are flat; a gateway in front of the service may wrap them.
  const body = recordOf(recordOf(error).error ?? error)
  const details = Array.isArray(body.details) ? body.details.filter(isDetail) : []
  const places = details.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
  const message = typeof body.message === 'string' ? body.message : `HTTP ${status} ${statusText}`.trim()
  throw createApiError(places === '' ? message : `${message} (${places})`, {
    ...facts,
    status,
    code: typeof body.code === 'string' ? body.code : `HTTP_${status}`,
    details,
    requestId: requestId ?? (typeof body.requestId === 'string' ? body.requestId : undefined),
    retryable: isRetryable(response),
    retryAfterMs: readRetryAfterMs(headers, transport.clock.now()),
  })
}

/** The id to report a problem by. */
export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

async function sendJson(transport: Transport, request: Request, options?: CallOptions): Promise<Response> {
  const admit = generationPath.test(request.url) ? transport.admit : undefined
  const response = await send(transport, request, { ...options, admit })
  if (!response.ok) return response
  try {
    await response.clone().json()
    return response
  } catch (cause) {
    const place = `${request.method} ${placeOf(request.url)}`
    throw new InvalidResponseError(`${place} was not answered with JSON`, {
      status: response.status,
      requestId: requestIdOf(response),
      idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
      cause,
    })
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isDetail(value: unknown): value is ApiErrorDetail {
  const { path, message } = recordOf(value)
  return typeof path === 'string' && typeof message === 'string'
}
