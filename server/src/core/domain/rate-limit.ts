/** A maximum number of an account's requests in any window of this many milliseconds. */
export interface RateLimit {
  readonly requestsMax: number
  readonly windowMs: number
}
