import { STATUS_CODES } from 'node:http'
import { Agent, type Dispatcher, fetch, type RequestInit, type Response } from 'undici'
import { currentTrace } from '../../../core/async/current-trace.ts'
import { withTimeout } from '../../../core/async/with-timeout.ts'
import { formatTraceparent } from '../../../core/domain/trace-context.ts'
import { type FailedCall, failureOf } from './failed-call.ts'
import { messageBytesMax } from './json-limits.ts'
import { isPrivateHost, publicLookup } from './private-address.ts'
import { readBody, TooSlowError } from './read-body.ts'
import { isWritten, type RequestBody, type SentBody, sentBodyOf } from './request-body.ts'

/** How one engine is reached. */
export interface EngineHttpOptions {
  /** The engine's base URL; paths are appended to it, and its own path is kept. */
  readonly url: string
  /**
   * Headers of every call, the key among them. They and the `traceparent` of the task go to the engine's own
   * origin only.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether an intermediary may respond with 503 after it has passed a request on. */
  readonly isBehindGateway?: boolean | undefined
}

export interface EngineCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Joined to the engine's URL, or an absolute URL. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestBody
  /** Called when the whole body is written, unless the call ends before: it needs its files no more. */
  readonly onWritten?: () => void
  /** Size limit of the response; reading stops there. @default 4 MiB */
  readonly bytesMax?: number
  /**
   * Longest wait for the response to begin. @default a minute for a GET; else infinite, because a synchronous
   * engine responds when it is done
   */
  readonly waitMsMax?: number
}

/** The outcome of one call. No status is interpreted here: response-outcome.ts and the adapter do that. */
export type EngineResponse =
  | {
      readonly kind: 'responded'
      readonly status: number
      readonly retryAfterMs: number | undefined
      /** The parsed body; its text if it is not JSON; undefined if there is none. */
      readonly body: unknown
      readonly isJson: boolean
      /** It began before the request's body was written to its end, so that the engine cannot have read all of it. */
      readonly isEarly?: true
    }
  | FailedCall

export interface EngineHttp {
  readonly url: URL
  readonly isBehindGateway: boolean
  call(call: EngineCall, signal: AbortSignal): Promise<EngineResponse>
  /**
   * A GET whose body and redirects are left to the caller. The key is sent only to the engine's own origin.
   */
  open(url: URL, options: OpenOptions, signal: AbortSignal): Promise<Response>
  /** The URL of a path at this engine. */
  urlOf(path: string): URL
  close(): Promise<void>
}

export interface OpenOptions {
  /** Sends the engine's headers; the caller decides whether the host may have them. */
  readonly withKey: boolean
}

const connectMsMax = 10_000
/** Nothing is generated during a GET. */
const getMsMax = 60_000
/** For the `waitMsMax` of an input's upload: 20 MB at 1.4 Mbit/s. */
export const uploadMsMax = 120_000

/**
 * Calls to one engine: one request per call and no retries, because only the worker knows what may be
 * repeated.
 */
export function createEngineHttp(options: EngineHttpOptions): EngineHttp {
  const base = new URL(options.url)
  const isBehindGateway = options.isBehindGateway ?? !isPrivateHost(base.hostname)
  const agent = new Agent({
    connect: { timeout: connectMsMax },
    headersTimeout: 0,
    bodyTimeout: 0,
    // A kept connection that the engine is just closing makes a start ambiguous.
    keepAliveTimeout: 2_000,
    pipelining: 1,
  })
  // For hosts other than the engine's: a public engine must not direct us into our own network.
  const elsewhere = isPrivateHost(base.hostname)
    ? agent
    : new Agent({ connect: { timeout: connectMsMax, lookup: publicLookup } })
  const urlOf = (path: string): URL =>
    /^https?:/.test(path)
      ? new URL(path)
      : new URL(`${base.href.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`)

  return {
    url: base,
    isBehindGateway,
    urlOf,
    async call(call, signal) {
      const url = urlOf(call.path)
      const sent = sentBodyOf(call.body, call.onWritten)
      const ownHeaders = url.origin === base.origin ? { ...traceHeader(), ...options.headers } : {}
      const method = call.method ?? 'GET'
      try {
        const init = {
          method,
          dispatcher: sending(url.origin === base.origin ? agent : elsewhere, sent.body),
          headers: { Accept: 'application/json', ...ownHeaders, ...sent.headers, ...call.headers },
        }
        const waitMsMax = call.waitMsMax ?? (method === 'GET' ? getMsMax : Number.POSITIVE_INFINITY)
        const response = await begin(url, init, signal, waitMsMax)
        const isEarly = !isWritten(sent)
        const parsed = await readBody(response, call.bytesMax ?? messageBytesMax, signal)
        return {
          kind: 'responded',
          status: response.status,
          retryAfterMs: retryAfterMs(response),
          ...parsed,
          ...(isEarly && { isEarly }),
        }
      } catch (error) {
        return failureOf(error, signal)
      }
    },
    open: (url, { withKey }, signal) => {
      const isOwn = url.origin === base.origin
      const headers = { ...(isOwn && traceHeader()), ...(withKey && options.headers) }
      return begin(url, { dispatcher: isOwn ? agent : elsewhere, headers }, signal, getMsMax)
    },
    async close() {
      await agent.destroy()
      await elsewhere.destroy()
    },
  }
}

/** The trace of the task, for the engine's own origin only; never the tracestate, which is for those who know it. */
function traceHeader(): Record<string, string> | undefined {
  const trace = currentTrace()
  return trace && { traceparent: formatTraceparent(trace) }
}

/** A body that `fetch` does not see: it keeps a copy of every part until the response is there. */
function sending(agent: Agent, body: SentBody['body']): Dispatcher {
  return body === undefined
    ? agent
    : agent.compose((dispatch) => (request, handler) => dispatch({ ...request, body }, handler))
}

/** The response as soon as its headers are complete. Redirects are left to the caller. */
async function begin(url: URL, init: RequestInit, signal: AbortSignal, waitMsMax: number): Promise<Response> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const response = fetch(url, { ...init, redirect: 'manual', signal: either })
  if (!Number.isFinite(waitMsMax)) return response
  return withTimeout(waitMsMax, response, () => {
    const late = new TooSlowError()
    stop.abort(late)
    return late
  })
}

/** Retry-After in seconds or as a date (RFC 9110, section 10.2.3); any other value is ignored. */
function retryAfterMs(response: Response): number | undefined {
  const value = response.headers.get('retry-after')
  if (value === null) return undefined
  // Date.parse takes a negative number for a year.
  const dateMs = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : dateMs - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** The name of a status, for messages to the operator. */
export function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim()
}
