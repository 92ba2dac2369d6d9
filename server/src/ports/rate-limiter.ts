/**
 * Lets so many generation requests of an account through in any stretch of a minute, wherever it begins. A refused request
 * is not counted, so it extends no wait.
 */
export interface RateLimiter {
  /** Counts one request. Throws when the counter is away: what cannot be counted is not let through. */
  count(accountId: string): Promise<RateVerdict>
}

/** Whether a request is let through; if not, how long until the next one is, in whole seconds (at least 1). */
export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }
