import { ConnectionError, RequestTimeoutError } from '../errors/call-errors.js'
import { type Clock, withTimeLimit } from './clock.js'
import type { Hooks, RequestEvent } from './hooks.js'
import type { AcquireSlot } from './limiter.js'
import { recordOf, textOf } from './record.js'
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

/**
 * The outcome of one try. `notSent`: no connection was made, so the service certainly did nothing.
 * `unanswered`: the request may have arrived and no whole response came back, for want of a connection, of
 * time, or by an abort; `status` is known where the head of the response was received. `answered`: a response
 * came, whatever its status.
 */
export type TryOutcome =
  | { readonly kind: 'notSent'; readonly error: ConnectionError }
  | { readonly kind: 'unanswered'; readonly status: number | undefined; readonly error: unknown }
  | { readonly kind: 'answered'; readonly status: number; readonly response: Response }

/** Overrides for one request. */
export interface SendOptions {
  /**
   * Aborts the request at once, with its reason. Pass a long-lived signal here and not in the request, which
   * would listen to it for as long as it exists. @default the request's own
   */
  readonly signal?: AbortSignal | undefined
  /**
   * When to stop retrying, in milliseconds of the clock; the first try always runs. @default totalTimeoutMs
   * from now
   */
  readonly deadlineMs?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  /** The rate limit to await before each try; that time does not count against the deadline. */
  readonly acquireSlot?: AcquireSlot | undefined
  /** Whether to leave the response body unread, as a stream. @default false */
  readonly streamed?: boolean | undefined
  /** The fetch to send with; each try gets a clone of the request. @default the client's */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Called with the outcome of each try, an aborted one included. */
  readonly onTry?: ((outcome: TryOutcome) => void) | undefined
}

/**
 * Sends a request with retries and resolves to the first response that is not retryable, else to the last
 * one. The body is buffered unless `streamed`, so a connection that breaks within a body counts as no
 * response. Throws ConnectionError or RequestTimeoutError where no response came, and the signal's reason on
 * abort.
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
    signal.throwIfAborted()
    const outcome = await sendOnce(transport, request, tryTimeoutMs, { ...options, signal })
    options.onTry?.(outcome)
    const durationMs = clock.now() - sentAtMs
    const result = outcome.kind === 'answered' ? outcome.response : connectionErrorOf(outcome)
    const failed = result instanceof ConnectionError
    if (!failed) notify(() => hooks.onResponse?.({ ...event, response: result, durationMs }))
    if (!failed && !isRetryable(result)) return result
    const retryAfterMs = failed ? undefined : readRetryAfterMs(result.headers, clock.now())
    const pauseMs = Math.max(retryAfterMs ?? 0, backoffMs(attempt, random))
    if (attempt >= maxRetries || clock.now() + pauseMs >= deadline) {
      if (failed) throw result
      return result
    }
    notify(() => hooks.onRetry?.({ ...event, reason: result, pauseMs }))
    // An unread body would hold its connection.
    if (!failed && options.streamed) result.body?.cancel().catch(() => undefined)
    await clock.delay(pauseMs, signal)
  }
}

/**
 * Calls a hook. An error of the hook is logged and never fails the call, which may have been charged already.
 */
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

/** Sends one try; never rejects. */
async function sendOnce(
  { fetch: fetchOfClient, clock }: Transport,
  request: Request,
  ms: number,
  { fetch = fetchOfClient, streamed, signal }: SendOptions,
): Promise<TryOutcome> {
  const properties = { idempotencyKey: request.headers.get('idempotency-key') ?? undefined }
  const description = describeRequest(request)
  let status: number | undefined
  const work = async (stop: AbortSignal): Promise<TryOutcome> => {
    try {
      const head = await fetch(request.clone(), { signal: stop })
      status = head.status
      // Browsers show an unfollowed redirect as status 0, with which no Response can be constructed.
      if (streamed || status === 0) return { kind: 'answered', status, response: head }
      const body = await head.arrayBuffer()
      // The Response constructor rejects even an empty body with statuses such as 204.
      const response = new Response(body.byteLength === 0 ? null : body, head)
      return { kind: 'answered', status, response }
    } catch (cause) {
      const isSent = !isUnreachable(cause)
      const reason = describeFailure(cause, isSent)
      const error = new ConnectionError(`${description} got no answer: ${reason}`, { ...properties, cause })
      return isSent ? { kind: 'unanswered', status, error } : { kind: 'notSent', error }
    }
  }
  const timeoutError = () => {
    return new RequestTimeoutError(`${description} got no answer in ${Math.round(ms)} ms`, properties)
  }
  return withTimeLimit({ clock, ms, signal }, work, timeoutError).catch((error: unknown) => {
    return { kind: 'unanswered', status, error }
  })
}

/** The error of a try without a response; throws the reason of an abort, which no retry follows. */
function connectionErrorOf({ error }: { readonly error: unknown }): ConnectionError {
  if (error instanceof ConnectionError) return error
  throw error
}

/** Codes of Node and Bun for a connection that was never made. */
const unreachableCodes = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/

/**
 * Whether an error of fetch proves that nothing was sent. Its code is on the error itself or, in Node, on its
 * cause.
 */
function isUnreachable(error: unknown): boolean {
  const { code, cause } = recordOf(error)
  return unreachableCodes.test(textOf(code ?? recordOf(cause).code) ?? '')
}

/** Node's fetch says only "fetch failed"; the reason is in the cause. */
function describeFailure(error: unknown, isSent: boolean): string {
  if (!(error instanceof Error)) return String(error)
  const { message, code } = recordOf(error.cause ?? (isSent ? undefined : error))
  const text = isSent ? error.message : 'nothing listens there'
  // The AggregateError of a host with several addresses has a code and no message.
  return message || code ? `${text} (${message || code})` : text
}
