import { systemClock, withTimeLimit } from '../core/clock.js'
import { uncached } from '../core/fetch.js'
import { MediagenError } from '../errors/mediagen-error.js'
import { recordOf } from '../types/record.js'
import type { ProxySettings } from './options.js'
import { ProxyError } from './proxy-error.js'

/** A request to the service. */
export interface ServiceRequest {
  readonly method: string
  readonly path: string
  /** Without the API key, which is added. */
  readonly headers: Headers
  readonly body?: string | undefined
  /** Whether to send the API key. */
  readonly secured: boolean
  readonly signal?: AbortSignal | undefined
  /** How long the service was asked to hold its response. */
  readonly holdMs?: number | undefined
}

/** The service's response: an object of the contract, or an error of it. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/**
 * Sends a request once and resolves to the service's response. Throws a ProxyError if something else
 * responded, nothing responded in time, or the key was rejected; `onError` gets the reason.
 */
export async function callService(
  settings: ProxySettings,
  { method, path, body, secured, signal, holdMs = 0, ...rest }: ServiceRequest,
): Promise<ServiceResponse> {
  const headers = new Headers(rest.headers)
  headers.set('accept', 'application/json')
  if (secured) headers.set('authorization', `Bearer ${await settings.readApiKey()}`)
  const init = { method, headers, body: body ?? null, redirect: 'manual', ...uncached() } as const
  const work = async (stop: AbortSignal): Promise<ServiceResponse> => {
    const fetched = await settings.fetch(`${settings.baseUrl}${path}`, { ...init, signal: stop })
    return { status: fetched.status, headers: fetched.headers, body: await readJson(fetched) }
  }
  const limit = { clock: systemClock, ms: settings.timeoutMs + holdMs, signal }
  const timedOut = () => gateway(504, 'GATEWAY_TIMEOUT', 'The service did not respond in time.')
  const response = await withTimeLimit(limit, work, timedOut).catch((cause: unknown) => {
    throw cause instanceof ProxyError
      ? cause
      : gateway(502, 'BAD_GATEWAY', 'The service did not respond.', cause)
  })
  if (response.status === 401) {
    const cause = new MediagenError('The service rejected the API key of the proxy')
    // Nothing was done, and retrying does not help.
    throw new ProxyError(500, 'INTERNAL', 'The proxy is not set up.', {
      headers: { 'x-should-retry': 'false' },
      cause,
    })
  }
  const isUnchanged = response.status === 304 && headers.has('if-none-match')
  if (!isUnchanged && !isOfContract(response)) {
    const status = response.status >= 400 ? response.status : 502
    const cause = new MediagenError(`Something other than the service responded, with ${response.status}`)
    throw gateway(status, 'BAD_GATEWAY', 'The service could not be reached.', cause)
  }
  return response
}

/** The service may have executed the request. */
function gateway(status: number, code: string, message: string, cause?: unknown): ProxyError {
  return new ProxyError(status, code, message, { isAmbiguous: true, cause })
}

function isOfContract({ status, body }: ServiceResponse): boolean {
  if (status >= 200 && status < 300) return typeof body === 'object' && body !== null
  const error = recordOf(body)
  return status >= 400 && error.status === status && typeof error.code === 'string'
}

/** Undefined if it is not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
