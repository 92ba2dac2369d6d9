import type { CallOptions } from '../types/index.js'
import type { Clock } from './clock.js'
import type { FetchedResponse, FetchFunction } from './fetch.js'
import type { Hooks } from './hooks.js'
import type { AcquireSlot } from './limiter.js'
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
  /** Maximum generations per minute; undefined for what the service tells. */
  readonly requestsPerMinute: number | undefined
}

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

/** Tells the hooks that there is another attempt: because of an error response, else because of `error`. */
export type ReportRetry = (error: Response | Error, pauseMs: number, attempt: number) => void

/** The options of one API call; all but those of callers are internal. */
export interface ApiCallOptions
  extends CallOptions,
    Pick<SendOptions, 'onAttempt' | 'forbidAttempt' | 'deadlineMs' | 'onSent'> {
  /** How a poll asks to be held: its preference, and the tag of the state that its caller has seen. */
  readonly hold?: { readonly prefer?: string | undefined; readonly etag?: string | undefined } | undefined
}

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
  /** Called after each attempt, with what tells the hooks that the caller sends the request again. */
  readonly onSent?: ((reportRetry: ReportRetry) => void) | undefined
  /**
   * Called before each attempt. An error ends the call, with the outcome of the attempt before or, without one,
   * by itself.
   */
  readonly forbidAttempt?: (() => Error | undefined) | undefined
}
