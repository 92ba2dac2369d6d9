import { systemClock, withTimeLimit } from '../core/clock.js'
import { uncached } from '../core/fetch.js'
import { MediagenError } from '../errors/mediagen-error.js'
import { recordOf } from '../types/record.js'
import type { ProxySettings } from './options.js'
import { Refusal } from './refusal.js'

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
export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/**
 * Sends a request once and resolves to the service's response. Throws a Refusal if something else answered,
 * nothing answered in time, or the key was refused; `onError` gets the reason.
 */
export async function askService(
  settings: ProxySettings,
  { method, path, body, secured, signal, holdMs = 0, ...rest }: ServiceRequest,
): Promise<ServiceAnswer> {
  const headers = new Headers(rest.headers)
  headers.set('accept', 'application/json')
  if (secured) headers.set('authorization', `Bearer ${await settings.readApiKey()}`)
  const init = { method, headers, body: body ?? null, redirect: 'manual', ...uncached() } as const
  const work = async (stop: AbortSignal): Promise<ServiceAnswer> => {
    const response = await settings.fetch(`${settings.baseUrl}${path}`, { ...init, signal: stop })
    return { status: response.status, headers: response.headers, body: await readJson(response) }
  }
  const limit = { clock: systemClock, ms: settings.timeoutMs + holdMs, signal }
  const timedOut = () => gateway(504, 'GATEWAY_TIMEOUT', 'The service did not answer in time.')
  const answer = await withTimeLimit(limit, work, timedOut).catch((cause: unknown) => {
    throw cause instanceof Refusal ? cause : gateway(502, 'BAD_GATEWAY', 'The service did not answer.', cause)
  })
  if (answer.status === 401) {
    const cause = new MediagenError('The service refused the API key of the proxy')
    // Nothing was done, and retrying does not help.
    throw new Refusal(500, 'INTERNAL', 'The proxy is not set up.', {
      headers: { 'x-should-retry': 'false' },
      cause,
    })
  }
  const isUnchanged = answer.status === 304 && headers.has('if-none-match')
  if (!isUnchanged && !isOfContract(answer)) {
    const status = answer.status >= 400 ? answer.status : 502
    const cause = new MediagenError(`Something other than the service answered, with ${answer.status}`)
    throw gateway(status, 'BAD_GATEWAY', 'The service could not be reached.', cause)
  }
  return answer
}

/** The service may have executed the request. */
function gateway(status: number, code: string, message: string, cause?: unknown): Refusal {
  return new Refusal(status, code, message, { isAmbiguous: true, cause })
}

function isOfContract({ status, body }: ServiceAnswer): boolean {
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
