/** Counts generation requests per account in a window of one minute. */
export interface RateLimiter {
  /** Counts one request. `allowed: false` says how long until the next one is let through, in whole seconds (at least 1). */
  count(
    accountId: string,
  ): Promise<{ readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number }>
}
