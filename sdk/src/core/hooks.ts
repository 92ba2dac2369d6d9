/** One attempt of a request, as hooks see it. */
export interface RequestEvent {
  readonly method: string
  /** The URL without its query, which may be a signature. */
  readonly url: string
  /** The headers; the value of each that may be a secret, such as the API key, is `[redacted]`. */
  readonly headers: Headers
  /** The number of the attempt, from 1. */
  readonly attempt: number
}

/** A response to an attempt, whatever its status. */
export interface ResponseEvent extends RequestEvent {
  /** A copy, whose headers are redacted like those of the request. That of a download has no body. */
  readonly response: Response
  /** Time until the response was complete. */
  readonly durationMs: number
}

/** A failed attempt, and the pause before the next one. */
export interface RetryEvent extends RequestEvent {
  readonly pauseMs: number
  /** A copy of the response, as in `ResponseEvent`, or the error if there was none. */
  readonly reason: Response | Error
}

/** A wait of a client's generations for the rate limit of the account. */
export interface RateLimitEvent {
  /** How long the first of them waits, unless another pause follows. */
  readonly waitMs: number
  /** How many are waiting. */
  readonly waiting: number
  /** A copy of the 429 that caused the wait; undefined if the client's own count did. */
  readonly response?: Response | undefined
}

/**
 * Called for everything that goes over the wire, including uploads and downloads. They are for logs and
 * measurements and change nothing; to change requests, use your own `fetch`.
 */
export interface Hooks {
  /** Called before each attempt. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  /**
   * Called with each response, whatever its status, once it is complete; for a download as soon as it begins.
   */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  /**
   * Called before each pause that precedes another attempt. A poll that fails while a wait goes on is one, with
   * the number of those that failed in a row as its `attempt`.
   */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
  /** Called when generations start to wait for the rate limit: once for all of them, not for each. */
  readonly onRateLimit?: ((event: RateLimitEvent) => void) | undefined
}
