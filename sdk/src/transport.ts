import { type Clock, withTimeLimit } from './clock.js'
import { ConnectionError, RequestTimeoutError } from './errors/call-errors.js'
import type { Admit } from './limiter.js'
import { backoffMs, isRetryable, readRetryAfterMs } from './retry-policy.js'

/** How requests are sent, settled once for a client. */
export interface Transport {
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
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  /** Waited for before each try; the deadline does not run meanwhile. */
  readonly admit?: Admit | undefined
  /** Whether to leave the body in the answer, to be read as it comes. @default false */
  readonly streamed?: boolean | undefined
  /** Makes what is sent by each try. @default a copy of the request, as a body can be read once only */
  readonly copy?: ((request: Request) => Request) | undefined
}

/** Statuses whose answers have no body by the rules of HTTP. */
const bodilessStatuses = [204, 205, 304]

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
  const { clock, random } = transport
  const { timeoutMs = transport.timeoutMs, maxRetries = transport.maxRetries } = options
  let deadline = clock.now() + Math.max(transport.totalTimeoutMs, timeoutMs)
  for (let attempt = 0; ; attempt += 1) {
    const queuedAtMs = clock.now()
    await options.admit?.(request.signal)
    deadline += clock.now() - queuedAtMs
    const limitMs = Math.min(timeoutMs, deadline - clock.now())
    const outcome = await sendOnce(transport, request, limitMs, options).catch(asConnectionError)
    const failed = outcome instanceof ConnectionError
    if (!failed && !isRetryable(outcome)) return outcome
    const askedMs = failed ? undefined : readRetryAfterMs(outcome.headers, clock.now())
    const pauseMs = Math.max(askedMs ?? 0, backoffMs(attempt, random))
    if (attempt >= maxRetries || clock.now() + pauseMs >= deadline) {
      if (failed) throw outcome
      return outcome
    }
    await clock.delay(pauseMs, request.signal)
  }
}

/** A place without its query, which in a signed address is a secret. */
export function placeOf(url: string): string {
  return url.replace(/[?#].*$/, '')
}

async function sendOnce(
  { fetch, clock }: Transport,
  request: Request,
  ms: number,
  { copy = (original) => original.clone(), streamed }: SendOptions,
): Promise<Response> {
  const facts = { idempotencyKey: request.headers.get('idempotency-key') ?? undefined }
  const place = `${request.method} ${placeOf(request.url)}`
  const work = async (signal: AbortSignal) => {
    try {
      const answer = await fetch(copy(request), { signal })
      if (streamed) return answer
      const body = await answer.arrayBuffer()
      return new Response(bodilessStatuses.includes(answer.status) ? null : body, answer)
    } catch (cause) {
      throw new ConnectionError(`${place} got no answer: ${reasonOf(cause)}`, { ...facts, cause })
    }
  }
  return withTimeLimit({ clock, ms, signal: request.signal }, work, () => {
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
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
