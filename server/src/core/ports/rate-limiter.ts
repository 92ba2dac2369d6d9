/**
 * Admits a limited number of generation requests in any window of a minute, of an account or a key. A refused
 * request is not counted, so it extends no wait.
 */
export interface RateLimiter {
  /**
   * Counts one request of the account or key with this id. The number may differ with every request: one is admitted
   * if with it the last minute holds no more than its own number. Throws if the counter is unreachable: an uncounted
   * request is never admitted.
   */
  count(id: string, requestsPerMinute: number): Promise<RateLimitResult>
}

/** Whether a request is admitted; if not, the whole seconds until the next one is (at least 1). */
export type RateLimitResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** In which requests are counted. */
export const rateWindowMs = 60_000
