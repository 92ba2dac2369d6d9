import { withTimeLimit } from '../core/clock.js'
import type { Context } from '../core/http.js'
import { readRetryAfterMs } from '../core/retry-policy.js'
import type { ApiCallOptions, ReportRetry } from '../core/transport.js'
import { ApiError } from '../errors/api-error.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type { CustomHeaders } from '../types/index.js'

/** How long after the end of a wait its last poll may respond, so that even a wait with timeout 0 polls once. */
const lastPollMs = 1000

/**
 * The longest pause that a response may ask for. All waits of a client may follow one response, and that of a
 * proxy during maintenance may name a day, although the service is back in a minute.
 */
const retryAfterMaxMs = 60_000

/** One poll: what its caller has seen, and how long to hold it. */
export interface Poll {
  /** Names the state that the caller has seen; undefined if it knows of none. */
  readonly etag: string | undefined
  /** 0 requests an immediate response. */
  readonly holdSeconds: number
  /** The rest of the wait. */
  readonly leftMs: number
  readonly signal: AbortSignal | undefined
  readonly headers?: CustomHeaders | undefined
}

/** The parts of a poll's response that the pace depends on. */
export interface PollResponse {
  readonly isHeld: boolean
  /** The pause that it asks for, at most a minute. */
  readonly retryAfterMs: number
  /** The tag of the state in it. */
  readonly etag?: string | undefined
}

/** What a poll came to. */
export interface PollOutcome<Data> extends PollResponse {
  readonly result: Data | MediagenError | undefined
  /** Tells the hooks that it is sent again. */
  readonly reportRetry: ReportRetry | undefined
}

/**
 * Reads once, held for the given seconds if the service supports it. Resolves to what was read, undefined if
 * the state with the tag has not changed, or to the poll's error; rejects with the reason of an abort.
 */
export async function poll<Data>(
  context: Context,
  sent: Poll,
  read: (call: ApiCallOptions) => Promise<Data>,
): Promise<PollOutcome<Data>> {
  const { clock, timeoutMs: responseMs } = context.transport
  const { etag, holdSeconds, leftMs, signal, headers } = sent
  const holdMs = holdSeconds * 1000
  let response: PollResponse = { isHeld: false, retryAfterMs: 0 }
  const onResponse = ({ headers: received }: Response) => {
    const isHeld = /\bwait\b/.test(received.get('preference-applied') ?? '')
    const retryAfterMs = Math.min(retryAfterMaxMs, readRetryAfterMs(received, clock.now()) ?? 0)
    response = { isHeld, retryAfterMs, etag: received.get('etag') ?? undefined }
  }
  let reportRetry: ReportRetry | undefined
  const onSent = (report: ReportRetry) => {
    reportRetry = report
  }
  const lastMs = Math.max(1, lastPollMs + Math.min(0, leftMs))
  const timeoutMs = holdMs + Math.min(responseMs, Math.max(lastMs, leftMs - holdMs))
  const hold = holdSeconds > 0 ? { prefer: `wait=${holdSeconds}`, etag } : undefined
  const call = { headers, hold, signal, timeoutMs, maxRetries: 0, deadlineMs: 0, onSent, onResponse }
  let result: Data | MediagenError | undefined
  try {
    result = await inTurn(context, sent, () => read(call))
  } catch (error) {
    if (!(error instanceof MediagenError)) throw error
    const isUnchanged = error instanceof ApiError && error.status === 304 && hold?.etag !== undefined
    result = isUnchanged ? undefined : error
  }
  return { ...response, result, reportRetry }
}

/** In a browser, the last poll of each client that returns at once. */
const shortPolls = new WeakMap<Context, Promise<unknown>>()

/**
 * In a browser, polls that return at once go one after the other, and thus take up one connection; but none is
 * kept back beyond the end of its wait.
 */
function inTurn<Data>(
  context: Context,
  { holdSeconds, leftMs, signal }: Poll,
  read: () => Promise<Data>,
): Promise<Data> {
  if (holdSeconds > 0 || !isBrowser()) return read()
  const last = shortPolls.get(context) ?? Promise.resolve()
  const { clock } = context.transport
  const done = withTimeLimit({ clock, ms: leftMs, signal }, () => last, Error).then(read, read)
  shortPolls.set(
    context,
    done.catch(() => undefined),
  )
  return done
}

/** Whether connections are scarce, as they are in a browser at HTTP/1.1. */
export function isBrowser(): boolean {
  return 'XMLHttpRequest' in globalThis
}
