/** Counts generation requests per account in a window of one minute, which begins with the first of them. */
export interface RateLimiter {
  /** Counts one request. Throws when the counter is away: what cannot be counted is not let through. */
  count(accountId: string): Promise<RateVerdict>
}

/** Whether a request is let through; if not, how long until the next one is, in whole seconds (at least 1). */
export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }
