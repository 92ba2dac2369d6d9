/**
 * Admits a limited number of an account's generation requests in any window of a minute. A refused request is
 * not counted, so it extends no wait.
 */
export interface RateLimiter {
  /** Counts one request. Throws if the counter is unreachable: an uncounted request is never admitted. */
  count(accountId: string): Promise<RateLimitResult>
}

/** The same for the requests of a key whose rate is below that of its account. */
export interface KeyRateLimiter {
  count(keyId: string, requestsPerMinute: number): Promise<RateLimitResult>
}

/** Whether a request is admitted; if not, the whole seconds until the next one is (at least 1). */
export type RateLimitResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** A maximum number of an account's requests in any window of this many milliseconds. */
export interface RateLimit {
  readonly requestsMax: number
  readonly windowMs: number
}
