/** One try to get an answer, as hooks see it. */
export interface RequestEvent {
  readonly method: string
  /** The address without its query, which may be a signature. */
  readonly url: string
  /** The headers, without the API key. */
  readonly headers: Headers
  /** Which try it is, from 1. */
  readonly attempt: number
}

/** An answer to a try, whatever its status. */
export interface ResponseEvent extends RequestEvent {
  readonly response: Response
  /** How long the answer took to be here whole. */
  readonly durationMs: number
}

/** A try that did not help, and the pause before the next one. */
export interface RetryEvent extends RequestEvent {
  readonly pauseMs: number
  /** The answer that it came to, or the error where no answer came. */
  readonly reason: Response | Error
}

/** A wait of a client's generations for the rate limit of the account. */
export interface RateLimitEvent {
  /** How long the first of them waits, if no other pause comes in between. */
  readonly waitMs: number
  /** How many wait. */
  readonly waiting: number
  /** The 429 that asked for it; undefined where the client's own count of the minute does. */
  readonly response?: Response | undefined
}

/**
 * Told of all that goes over the wire, uploads and downloads included. They are for logs and measurements and
 * change nothing; to change requests give a `fetch` of your own. Leave the bodies of answers alone, or read a
 * `clone()`.
 */
export interface Hooks {
  /** Called before each try. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  /**
   * Called with each answer, whatever its status, once it is here whole; with a download as soon as it
   * begins.
   */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  /** Called before each pause that another try comes after. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
  /** Called when generations begin to wait for the rate limit: once for all of them, not for each. */
  readonly onRateLimit?: ((event: RateLimitEvent) => void) | undefined
}
