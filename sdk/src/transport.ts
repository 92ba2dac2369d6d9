import { type Clock, withTimeLimit } from './clock.js'
import { ConnectionError, RequestTimeoutError } from './errors/call-errors.js'
import type { Hooks, RequestEvent } from './hooks.js'
import type { Admit } from './limiter.js'
import { backoffMs, isRetryable, readRetryAfterMs } from './retry-policy.js'

/** The fetch of the program, looked up for each request, so that one which is put in place later counts. */
export const systemFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)

/** How requests are sent, settled once for a client. */
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
  /** Lets each try of a generation wait for its turn. */
  readonly admit: Admit
}

/** What one request may ask for itself. */
export interface SendOptions {
  /**
   * Stops the request at once, with its reason. A signal that lives long belongs here and not into the request, which
   * would listen to it for as long as it is kept. @default the request's own
   */
  readonly signal?: AbortSignal | undefined
  /** When to stop trying, in milliseconds of the clock; there is time for one try in any case. @default totalTimeoutMs from now */
  readonly deadlineMs?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  /** Waited for before each try; the deadline does not run meanwhile. */
  readonly admit?: Admit | undefined
  /** Whether to leave the body in the answer, to be read as it comes. @default false */
  readonly streamed?: boolean | undefined
  /** What to send it with. Each try gets a copy of the request, as a body can be read once only. @default the client's */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/**
 * Sends a request until an answer comes that another try would not mend, and gives back that answer, whatever its
 * status, with its whole body already here unless it is streamed: a connection that breaks in the middle of a body counts as none. Throws
 * ConnectionError or RequestTimeoutError when there was no answer, and the signal's reason when the request is aborted.
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
    await options.admit?.(signal)
    const sentAtMs = clock.now()
    deadline += sentAtMs - queuedAtMs
    const event = eventOf(request, attempt + 1)
    tell(() => hooks.onRequest?.(event))
    const limitMs = Math.min(timeoutMs, deadline - clock.now())
    const outcome = await sendOnce(transport, request, limitMs, { ...options, signal }).catch(
      asConnectionError,
    )
    const failed = outcome instanceof ConnectionError
    const durationMs = clock.now() - sentAtMs
    if (!failed) tell(() => hooks.onResponse?.({ ...event, response: outcome, durationMs }))
    if (!failed && !isRetryable(outcome)) return outcome
    const askedMs = failed ? undefined : readRetryAfterMs(outcome.headers, clock.now())
    const pauseMs = Math.max(askedMs ?? 0, backoffMs(attempt, random))
    if (attempt >= maxRetries || clock.now() + pauseMs >= deadline) {
      if (failed) throw outcome
      return outcome
    }
    tell(() => hooks.onRetry?.({ ...event, reason: outcome, pauseMs }))
    // A body that nobody is to read would keep its connection.
    if (!failed && options.streamed) tell(() => outcome.body?.cancel())
    await clock.delay(pauseMs, signal)
  }
}

/** Calls what only looks on. A fault of it goes to the console: what it looks on may have been paid for by now. */
export function tell(call: () => unknown): void {
  new Promise((resolve) => resolve(call())).catch((error: unknown) => {
    console.error('mediagen: a hook failed:', error)
  })
}

/** The id to report a problem by. */
export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

/** What a request is about, without its query, which in a signed address is a secret. */
export function placeOf({ method, url }: Pick<Request, 'method' | 'url'>): string {
  return `${method} ${bare(url)}`
}

function bare(url: string): string {
  return url.replace(/[?#].*$/, '')
}

function eventOf({ method, url, headers }: Request, attempt: number): RequestEvent {
  const seen = new Headers(headers)
  for (const name of ['authorization', 'cookie', 'proxy-authorization', 'x-api-key']) seen.delete(name)
  return { method, url: bare(url), headers: seen, attempt }
}

async function sendOnce(
  { fetch: fetchOfClient, clock }: Transport,
  request: Request,
  ms: number,
  { fetch = fetchOfClient, streamed, signal }: SendOptions,
): Promise<Response> {
  const facts = { idempotencyKey: request.headers.get('idempotency-key') ?? undefined }
  const place = placeOf(request)
  const work = async (stop: AbortSignal) => {
    try {
      const answer = await fetch(request.clone(), { signal: stop })
      // What a browser shows of a redirect that is not followed is no status that an answer can be made with.
      if (streamed || answer.status === 0) return answer
      const body = await answer.arrayBuffer()
      // By the rules of HTTP some statuses go with no body, not even an empty one.
      return new Response(body.byteLength === 0 ? null : body, answer)
    } catch (cause) {
      throw new ConnectionError(`${place} got no answer: ${reasonOf(cause)}`, { ...facts, cause })
    }
  }
  return withTimeLimit({ clock, ms, signal }, work, () => {
    return new RequestTimeoutError(`${place} got no answer in ${Math.round(ms)} ms`, facts)
  })
}

function asConnectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error
  throw error
}

/** What Node's fetch means by "fetch failed" stands in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, code } = Object(error.cause)
  // Where a name has several addresses, the error of all of them has a code only.
  return message || code ? `${error.message} (${message || code})` : error.message
}
