import { ConnectionError, RequestTimeoutError } from '../errors/call-errors.js'
import { isRecord, recordOf, textOf } from '../types/record.js'
import { withTimeLimit } from './clock.js'
import { describeFailure, isUnreachable } from './connection-failure.js'
import { describeRequest, withoutQueryOf } from './describe-request.js'
import { type FetchedResponse, systemFetch, toResponse, uncached } from './fetch.js'
import type { AttemptOutcome, OutgoingRequest, SendOptions, Transport } from './sending.js'

/** Sends one attempt; never rejects. */
export async function sendOnce(
  { fetch = systemFetch, clock }: Transport,
  request: OutgoingRequest,
  ms: number,
  { transfer = fetch, streamed = false, signal }: SendOptions,
): Promise<AttemptOutcome> {
  const { method, url, headers, body = null, redirect = 'follow' } = request
  const properties = { idempotencyKey: headers.get('idempotency-key') ?? undefined }
  const description = describeRequest(request)
  let status: number | undefined
  const work = async (stop: AbortSignal, restart: () => void): Promise<AttemptOutcome> => {
    try {
      const init = {
        method,
        headers: Object.fromEntries(headers),
        body,
        redirect,
        signal: stop,
        ...uncached(),
      }
      const head = await transfer(url, init, restart).catch(responseIn)
      status = head.status
      const response = await toResponse(head, streamed)
      return { kind: 'response', status, response, isServiceError: await isServiceError(response, streamed) }
    } catch (cause) {
      // Next.js and React control rendering by errors with a digest, thrown before anything is sent.
      if (recordOf(cause).digest) return { kind: 'notSent', error: cause }
      const isSent = status !== undefined || !isUnreachable(cause)
      const reason = withoutQueryOf(url, describeFailure(cause, isSent))
      const advice = `check the network and ${suspectOf(url)}`
      const error = new ConnectionError(`${description} got no response: ${reason}; ${advice}`, {
        ...properties,
        cause,
      })
      return isSent ? { kind: 'noResponse', status, error } : { kind: 'notSent', error }
    }
  }
  const timeoutError = () =>
    new RequestTimeoutError(
      `${description} got no response in ${Math.round(ms)} ms; check the network, or allow more by timeoutMs`,
      properties,
    )
  return withTimeLimit({ clock, ms, signal }, work, timeoutError).catch((error: unknown) => {
    return { kind: 'noResponse', status, error }
  })
}

/** What else may be wrong. A browser does not tell a page that a server does not allow it. */
function suspectOf(url: string): string {
  const { origin } = recordOf(recordOf(globalThis).location)
  const isForeign = 'XMLHttpRequest' in globalThis && textOf(origin) && !url.startsWith(`${origin}/`)
  return isForeign ? `that CORS_ORIGINS or the bucket allows ${origin}` : 'baseUrl'
}

/** The response that a fetch throws as an error for its status, as ky does; throws any other error. */
function responseIn(error: unknown): FetchedResponse {
  const { response } = recordOf(error)
  if (isFetched(response)) return response
  throw error
}

function isFetched(value: unknown): value is FetchedResponse {
  const { status, headers, arrayBuffer } = recordOf(value)
  return typeof status === 'number' && isRecord(headers) && typeof arrayBuffer === 'function'
}

/** Whether it is the service's own error; a gateway in between has other bodies. */
async function isServiceError(response: Response, streamed: boolean): Promise<boolean> {
  if (streamed || response.status < 400) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const { status, code, requestId } = recordOf(body)
  return status === response.status && typeof code === 'string' && typeof requestId === 'string'
}
