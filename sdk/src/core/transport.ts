import { ConnectionError } from '../errors/call-errors.js'
import { eventOf } from './describe-request.js'
import type { RequestEvent } from './hooks.js'
import type { Slot } from './limiter.js'
import { notify } from './notify.js'
import { redactResponse } from './redact-headers.js'
import { backoffMs, isRetryable, readRetryAfterMs } from './retry-policy.js'
import { sendOnce } from './send-once.js'
import type { OutgoingRequest, ReportRetry, SendOptions, Transport } from './sending.js'

export type {
  ApiCallOptions,
  AttemptOutcome,
  OutgoingRequest,
  ReportRetry,
  Transfer,
  Transport,
} from './sending.js'

/** The pause after a 429 that does not request one. */
const rateLimitPauseMinMs = 1000
/** How often one generation is resent after a 429, which takes hours if others use up the account. */
const rateLimitsMax = 100

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
    if (response) slot?.heed(response.headers)
    const durationMs = clock.now() - sentAtMs
    const shown = (one: Response) => redactResponse(one, !options.streamed)
    if (response) notify(() => hooks.onResponse?.({ ...event, response: shown(response), durationMs }))
    // Whoever gets the response reads its body.
    const failed = response && !response.ok ? shown(response) : undefined
    const reportRetry: ReportRetry = (error, pauseMs, attempt) => {
      notify(() => hooks.onRetry?.({ ...event, attempt, pauseMs, reason: failed ?? error }))
    }
    options.onSent?.(reportRetry)
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
    reportRetry(response ? shown(response) : result, pauseMs, event.attempt)
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
