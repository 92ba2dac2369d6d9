import { ConnectionError } from '../errors/call-errors.js'
import type { CallOptions } from '../types/index.js'
import type { Clock } from './clock.js'
import { eventOf } from './describe-request.js'
import type { FetchedResponse, FetchFunction } from './fetch.js'
import type { Hooks, RequestEvent } from './hooks.js'
import type { AcquireSlot, Slot } from './limiter.js'
import { notify } from './notify.js'
import { redactResponse } from './redact-headers.js'
import { backoffMs, isRetryable, readRetryAfterMs } from './retry-policy.js'
import { sendOnce } from './send-once.js'
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

/** The options of one API call; the last three are internal. */
export interface ApiCallOptions
  extends CallOptions,
    Pick<SendOptions, 'onAttempt' | 'forbidAttempt' | 'deadlineMs'> {}

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
  /**
   * Called before each attempt. An error ends the call, with the outcome of the attempt before or, without one,
   * by itself.
   */
  readonly forbidAttempt?: (() => Error | undefined) | undefined
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
  let last: Response | ConnectionError | undefined
  for (let attempt = 1; ; attempt += 1) {
    const event = eventOf(request, attempt)
    const attempted = await attemptOnce(transport, event, { request, options, budget })
    const { forbidden, result = last, pauseMs, isQueued } = attempted
    if (forbidden !== undefined && result === undefined) throw forbidden
    last = result
    if (isQueued) continue
    if (pauseMs !== undefined) {
      await clock.delay(pauseMs, options.signal)
      // The timer fires late where the computer has slept meanwhile.
      if (clock.now() < budget.deadlineMs) continue
    }
    if (result instanceof ConnectionError) throw result
    if (result !== undefined) return result
  }
}

/** The remaining attempts of one request. */
interface Budget {
  deadlineMs: number
  retries: number
  rateLimits: number
}

/** What an attempt came to, and how the call goes on. */
interface Attempted {
  readonly forbidden?: Error
  readonly result?: Response | ConnectionError
  readonly pauseMs?: number
  readonly isQueued?: boolean
}

/**
 * One attempt with its outcome, and the pause before the next one or whether the limiter holds that back. No
 * result if the caller forbids it. A 429 under a rate limit does not count as an attempt, and its time does
 * not count either.
 */
async function attemptOnce(
  transport: Transport,
  event: RequestEvent,
  { request, options, budget }: { request: OutgoingRequest; options: SendOptions; budget: Budget },
): Promise<Attempted> {
  const { clock, random, hooks } = transport
  const { timeoutMs = transport.timeoutMs, maxRetries = transport.maxRetries, signal } = options
  const queuedAtMs = clock.now()
  const slot = await options.acquireSlot?.(signal)
  let rateLimited: Parameters<Slot['release']>[0]
  try {
    const forbidden = options.forbidAttempt?.()
    if (forbidden !== undefined) return { forbidden }
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
      return { result, isQueued: true }
    }
    budget.retries += 1
    // An unread body would occupy its connection.
    if (options.streamed) response?.body?.cancel().catch(() => undefined)
    return { result, pauseMs }
  } finally {
    slot?.release(rateLimited)
  }
}

/** The error of an attempt without a response; throws the reason of an abort, which is never retried. */
function connectionErrorOf({ error }: { readonly error: unknown }): ConnectionError {
  if (error instanceof ConnectionError) return error
  throw error
}
