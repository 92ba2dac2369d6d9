/** One attempt of a request, as hooks see it. */
export interface RequestEvent {
  readonly method: string
  /** The URL without its query, which may be a signature. */
  readonly url: string
  /** The headers, without the API key. */
  readonly headers: Headers
  /** The number of the attempt, from 1. */
  readonly attempt: number
}

/** A response to an attempt, whatever its status. */
export interface ResponseEvent extends RequestEvent {
  readonly response: Response
  /** Time until the response was complete. */
  readonly durationMs: number
}

/** A failed attempt, and the pause before the next one. */
export interface RetryEvent extends RequestEvent {
  readonly pauseMs: number
  /** The response, or the error if there was none. */
  readonly reason: Response | Error
}

/** A wait of a client's generations for the rate limit of the account. */
export interface RateLimitEvent {
  /** How long the first of them waits, unless another pause follows. */
  readonly waitMs: number
  /** How many are waiting. */
  readonly waiting: number
  /** The 429 that caused the wait; undefined if the client's own count did. */
  readonly response?: Response | undefined
}

/**
 * Called for everything that goes over the wire, including uploads and downloads. They are for logs and
 * measurements and change nothing; to change requests, use your own `fetch`. Do not read the bodies of
 * responses, or read a `clone()`.
 */
export interface Hooks {
  /** Called before each attempt. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  /**
   * Called with each response, whatever its status, once it is complete; for a download as soon as it begins.
   */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  /** Called before each pause that precedes another attempt. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
  /** Called when generations start to wait for the rate limit: once for all of them, not for each. */
  readonly onRateLimit?: ((event: RateLimitEvent) => void) | undefined
}
