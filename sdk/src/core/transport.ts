import { ConnectionError, RequestTimeoutError } from '../errors/call-errors.js'
import { type Clock, withTimeLimit } from './clock.js'
import type { Hooks, RequestEvent } from './hooks.js'
import type { AcquireSlot } from './limiter.js'
import { backoffMs, isRetryable, readRetryAfterMs } from './retry-policy.js'

/** The global fetch, looked up on each call, so that a later replacement takes effect. */
export const systemFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)

/** The settings by which one client sends requests. */
export interface Transport {
  readonly hooks: Hooks
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly random: () => number
  /** For one answer of the service. */
  readonly timeoutMs: number
  /** For the bytes of one file, in either direction. */
  readonly transferTimeoutMs: number
  /** For a request with all its retries and the pauses between them. */
  readonly totalTimeoutMs: number
  readonly maxRetries: number
  /** The client-side rate limit of generations: awaited before each try. */
  readonly acquireSlot: AcquireSlot
}

/** Overrides for one request. */
export interface SendOptions {
  /**
   * Aborts the request at once, with its reason. Pass a long-lived signal here and not in the request, which would
   * listen to it for as long as it exists. @default the request's own
   */
  readonly signal?: AbortSignal | undefined
  /** When to stop retrying, in milliseconds of the clock; the first try always runs. @default totalTimeoutMs from now */
  readonly deadlineMs?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  /** The rate limit to await before each try; that time does not count against the deadline. */
  readonly acquireSlot?: AcquireSlot | undefined
  /** Whether to leave the response body unread, as a stream. @default false */
  readonly streamed?: boolean | undefined
  /** The fetch to send with; each try gets a clone of the request. @default the client's */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/**
 * Sends a request with retries and resolves to the first response that is not retryable, else to the last one. The
 * body is buffered unless `streamed`, so a connection that breaks within a body counts as no response. Throws
 * ConnectionError or RequestTimeoutError where no response came, and the signal's reason on abort.
 */
export async function send(
  transport: Transport,
  request: Request,
  options: SendOptions = {},
): Promise<Response> {
  const { clock, random, hooks } = transport
  const { timeoutMs = transport.timeoutMs, maxRetries = transport.maxRetries } = options
  const { signal = request.signal } = options
  const { deadlineMs = clock.now() + transport.totalTimeoutMs } = options
  let deadline = Math.max(deadlineMs, clock.now() + timeoutMs)
  for (let attempt = 0; ; attempt += 1) {
    const queuedAtMs = clock.now()
    await options.acquireSlot?.(signal)
    const sentAtMs = clock.now()
    deadline += sentAtMs - queuedAtMs
    const event = eventOf(request, attempt + 1)
    notify(() => hooks.onRequest?.(event))
    const tryTimeoutMs = Math.min(timeoutMs, deadline - clock.now())
    const outcome = await sendOnce(transport, request, tryTimeoutMs, { ...options, signal }).catch(
      asConnectionError,
    )
    const failed = outcome instanceof ConnectionError
    const durationMs = clock.now() - sentAtMs
    if (!failed) notify(() => hooks.onResponse?.({ ...event, response: outcome, durationMs }))
    if (!failed && !isRetryable(outcome)) return outcome
    const retryAfterMs = failed ? undefined : readRetryAfterMs(outcome.headers, clock.now())
    const pauseMs = Math.max(retryAfterMs ?? 0, backoffMs(attempt, random))
    if (attempt >= maxRetries || clock.now() + pauseMs >= deadline) {
      if (failed) throw outcome
      return outcome
    }
    notify(() => hooks.onRetry?.({ ...event, reason: outcome, pauseMs }))
    // An unread body would hold its connection.
    if (!failed && options.streamed) outcome.body?.cancel().catch(() => undefined)
    await clock.delay(pauseMs, signal)
  }
}

/** Calls a hook. An error of the hook is logged and never fails the call, which may have been charged already. */
export function notify(call: () => unknown): void {
  new Promise((resolve) => resolve(call())).catch((error: unknown) => {
    console.error('mediagen: a hook failed:', error)
  })
}

/** The `X-Request-Id` of a response. */
export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

/** Method and URL for messages, without the query, where a signed URL carries its signature. */
export function describeRequest({ method, url }: Pick<Request, 'method' | 'url'>): string {
  return `${method} ${withoutQuery(url)}`
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}

function eventOf({ method, url, headers }: Request, attempt: number): RequestEvent {
  const seen = new Headers(headers)
  for (const name of ['authorization', 'cookie', 'proxy-authorization', 'x-api-key']) seen.delete(name)
  return { method, url: withoutQuery(url), headers: seen, attempt }
}

async function sendOnce(
  { fetch: fetchOfClient, clock }: Transport,
  request: Request,
  ms: number,
  { fetch = fetchOfClient, streamed, signal }: SendOptions,
): Promise<Response> {
  const facts = { idempotencyKey: request.headers.get('idempotency-key') ?? undefined }
  const description = describeRequest(request)
  const work = async (stop: AbortSignal) => {
    try {
      const answer = await fetch(request.clone(), { signal: stop })
      // Browsers show an unfollowed redirect as status 0, with which no Response can be constructed.
      if (streamed || answer.status === 0) return answer
      const body = await answer.arrayBuffer()
      // The Response constructor rejects even an empty body with statuses such as 204.
      return new Response(body.byteLength === 0 ? null : body, answer)
    } catch (cause) {
      throw new ConnectionError(`${description} got no answer: ${reasonOf(cause)}`, { ...facts, cause })
    }
  }
  return withTimeLimit({ clock, ms, signal }, work, () => {
    return new RequestTimeoutError(`${description} got no answer in ${Math.round(ms)} ms`, facts)
  })
}

function asConnectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error
  throw error
}

/** Node's fetch says only "fetch failed"; the reason is in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, code } = Object(error.cause)
  // The AggregateError of a host with several addresses has a code and no message.
  return message || code ? `${error.message} (${message || code})` : error.message
}
