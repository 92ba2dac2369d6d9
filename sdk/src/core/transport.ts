import { ConnectionError, RequestTimeoutError } from '../errors/call-errors.js'
import type { CallOptions } from '../types/index.js'
import { recordOf } from '../types/record.js'
import { type Clock, withTimeLimit } from './clock.js'
import { describeFailure, isUnreachable } from './connection-failure.js'
import { describeRequest, eventOf, withoutQueryOf } from './describe-request.js'
import { type FetchedResponse, type FetchFunction, systemFetch, toResponse, uncached } from './fetch.js'
import type { Hooks, RequestEvent } from './hooks.js'
import type { AcquireSlot, Slot } from './limiter.js'
import { notify } from './notify.js'
import { redactResponse } from './redact-headers.js'
import { backoffMs, isRetryable, readRetryAfterMs } from './retry-policy.js'
import type { ReadTraceparent } from './traceparent.js'

/** The settings with which one client sends requests. */
export interface Transport {
  readonly hooks: Hooks
  /** @default the global one */
  readonly fetch: FetchFunction | undefined
  readonly clock: Clock
  readonly random: () => number
  /** For one response of the service. */
  readonly timeoutMs: number
  /** For the bytes of one file to make progress, in either direction. */
  readonly transferTimeoutMs: number
  /** For a request with all its retries and the pauses between them. */
  readonly totalTimeoutMs: number
  readonly maxRetries: number
  /** The API key for the next call. */
  readonly readApiKey: () => string | undefined | Promise<string | undefined>
  /** The trace of the next generation. */
  readonly readTraceparent: ReadTraceparent
  /** Maximum generations per minute. */
  readonly requestsPerMinute: number
}

/** The pause after a 429 that does not request one. */
const rateLimitPauseMinMs = 1000
/** How often one generation is resent after a 429, which takes hours if others use up the account. */
const rateLimitsMax = 100

/** A request as every attempt sends it. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  /** @default 'follow' */
  readonly redirect?: 'follow' | 'manual' | undefined
}

/**
 * The outcome of one attempt. `notSent`: no connection was made, so the service certainly did nothing.
 * `noResponse`: the request may have arrived and no whole response came back, because of the connection, a
 * timeout or an abort; `status` is known if the head of the response was received. `response`: a response
 * came, whatever its status.
 */
export type AttemptOutcome =
  | { readonly kind: 'notSent'; readonly error: unknown }
  | { readonly kind: 'noResponse'; readonly status: number | undefined; readonly error: unknown }
  | {
      readonly kind: 'response'
      readonly status: number
      readonly response: Response
      /** Whether it is the service's own error, with an error body of the contract. */
      readonly isServiceError: boolean
    }

/** Sends one attempt like fetch, and calls `restart` whenever bytes have been transferred. */
export type Transfer = (
  ...args: [...Parameters<FetchFunction>, restart: () => void]
) => Promise<FetchedResponse>

/** The options of one API call; the last two are internal. */
export interface ApiCallOptions extends CallOptions, Pick<SendOptions, 'onAttempt' | 'deadlineMs'> {}

/** Overrides for one request. */
export interface SendOptions {
  /** Aborts the request immediately, with its reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * When to stop retrying, in milliseconds of the clock; the first attempt always has its whole time.
   * @default totalTimeoutMs from now, for the first attempt as well
   */
  readonly deadlineMs?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  /** The rate limit to await before each attempt; that time does not count against the deadline. */
  readonly acquireSlot?: AcquireSlot | undefined
  /** Whether to leave the response body unread, as a stream. @default false */
  readonly streamed?: boolean | undefined
  /**
   * Sends an attempt; gets a function that restarts the attempt's time as bytes are transferred.
   * @default the client's fetch
   */
  readonly transfer?: Transfer | undefined
  /** Called with the outcome of each attempt, including an aborted one. */
  readonly onAttempt?: ((outcome: AttemptOutcome) => void) | undefined
}

/**
 * Sends a request with retries and resolves to the first response that is not retryable, otherwise to the
 * last one. The body is buffered unless `streamed`, so a connection that breaks within a body counts as no
 * response. Throws ConnectionError or RequestTimeoutError if no response came, and the signal's reason on
 * abort.
 */
export async function send(
  transport: Transport,
  request: OutgoingRequest,
  options: SendOptions = {},
): Promise<Response> {
  const { clock } = transport
  const { timeoutMs = transport.timeoutMs } = options
  const deadlineMs =
    options.deadlineMs === undefined
      ? clock.now() + transport.totalTimeoutMs
      : Math.max(options.deadlineMs, clock.now() + timeoutMs)
  const budget = { deadlineMs, retries: 0, rateLimits: 0 }
  for (let attempt = 1; ; attempt += 1) {
    const { result, pauseMs } = await attemptOnce(transport, eventOf(request, attempt), {
      request,
      options,
      budget,
    })
    if (pauseMs !== undefined) await clock.delay(pauseMs, options.signal)
    else if (result instanceof ConnectionError) throw result
    else if (result !== undefined) return result
  }
}

/** The remaining attempts of one request. */
interface Budget {
  deadlineMs: number
  retries: number
  rateLimits: number
}

/**
 * One attempt with its outcome: a pause before the next one, no result if the limiter holds the next one
 * back, otherwise the last result. A 429 under a rate limit does not count as an attempt, and its time does
 * not count either.
 */
async function attemptOnce(
  transport: Transport,
  event: RequestEvent,
  { request, options, budget }: { request: OutgoingRequest; options: SendOptions; budget: Budget },
): Promise<{ result?: Response | ConnectionError; pauseMs?: number }> {
  const { clock, random, hooks } = transport
  const { timeoutMs = transport.timeoutMs, maxRetries = transport.maxRetries, signal } = options
  const queuedAtMs = clock.now()
  const slot = await options.acquireSlot?.(signal)
  let rateLimited: Parameters<Slot['release']>[0]
  try {
    const sentAtMs = clock.now()
    budget.deadlineMs += sentAtMs - queuedAtMs
    notify(() => hooks.onRequest?.(event))
    const attemptTimeoutMs = Math.min(timeoutMs, budget.deadlineMs - sentAtMs)
    signal?.throwIfAborted()
    const outcome = await sendOnce(transport, request, attemptTimeoutMs, options)
    options.onAttempt?.(outcome)
    const result = outcome.kind === 'response' ? outcome.response : connectionErrorOf(outcome)
    const response = result instanceof ConnectionError ? undefined : result
    const durationMs = clock.now() - sentAtMs
    const shown = (one: Response) => redactResponse(one, !options.streamed)
    if (response) notify(() => hooks.onResponse?.({ ...event, response: shown(response), durationMs }))
    if (response && !isRetryable(response)) return { result }
    const retryAfterMs = response && readRetryAfterMs(response.headers, clock.now())
    const isRateLimited = slot !== undefined && response?.status === 429
    const attempts = isRateLimited ? budget.rateLimits : budget.retries
    const pauseMs = Math.max(
      retryAfterMs ?? (isRateLimited ? rateLimitPauseMinMs : 0),
      backoffMs(attempts, random),
    )
    const isLast = isRateLimited
      ? maxRetries === 0 || attempts >= rateLimitsMax || pauseMs > transport.totalTimeoutMs
      : attempts >= maxRetries || clock.now() + pauseMs >= budget.deadlineMs
    if (isLast) return { result }
    notify(() => {
      const reason = result instanceof ConnectionError ? result : shown(result)
      return hooks.onRetry?.({ ...event, reason, pauseMs })
    })
    if (isRateLimited) {
      budget.rateLimits += 1
      budget.deadlineMs += durationMs
      rateLimited = { pauseMs, response }
      return {}
    }
    budget.retries += 1
    // An unread body would occupy its connection.
    if (options.streamed) response?.body?.cancel().catch(() => undefined)
    return { result, pauseMs }
  } finally {
    slot?.release(rateLimited)
  }
}

/** Sends one attempt; never rejects. */
async function sendOnce(
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
      const head = await transfer(url, init, restart)
      status = head.status
      const response = await toResponse(head, streamed)
      return { kind: 'response', status, response, isServiceError: await isServiceError(response, streamed) }
    } catch (cause) {
      // Next.js and React control rendering by errors with a digest, thrown before anything is sent.
      if (recordOf(cause).digest) return { kind: 'notSent', error: cause }
      const isSent = status !== undefined || !isUnreachable(cause)
      const reason = withoutQueryOf(url, describeFailure(cause, isSent))
      const error = new ConnectionError(`${description} got no response: ${reason}`, { ...properties, cause })
      return isSent ? { kind: 'noResponse', status, error } : { kind: 'notSent', error }
    }
  }
  const timeoutError = () =>
    new RequestTimeoutError(`${description} got no response in ${Math.round(ms)} ms`, properties)
  return withTimeLimit({ clock, ms, signal }, work, timeoutError).catch((error: unknown) => {
    return { kind: 'noResponse', status, error }
  })
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

/** The error of an attempt without a response; throws the reason of an abort, which is never retried. */
function connectionErrorOf({ error }: { readonly error: unknown }): ConnectionError {
  if (error instanceof ConnectionError) return error
  throw error
}
