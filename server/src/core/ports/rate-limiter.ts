/** A request of an account or a key, and how many it may send in a minute. */
export interface CountedRequest {
  readonly id: string
  readonly requestsPerMinute: number
}

/**
 * Admits a limited number of generation requests in any window of a minute, of an account or a key. A refused
 * request is not counted, so it extends no wait.
 */
export interface RateLimiter {
  /**
   * Counts one request of the account or key with this id. The number may differ with every request: one is admitted
   * if with it the last minute holds no more than its own number. Throws if the counter is unreachable: an uncounted
   * request is never admitted. `also`: whose request it is besides, such as the account of a key; if one of the two
   * refuses it, it is counted for neither.
   */
  count(id: string, requestsPerMinute: number, also?: CountedRequest): Promise<RateLimitResult>
}

/** Whether a request is admitted; if not, the whole seconds until the next one is (at least 1). */
export type RateLimitResult = { readonly allowed: true } | RateLimitRefusal

export interface RateLimitRefusal {
  readonly allowed: false
  readonly retryAfterSeconds: number
  /** By the number of `also`, and not by that of the first. */
  readonly isByAlso?: true
}

/** In which requests are counted. */
export const rateWindowMs = 60_000
