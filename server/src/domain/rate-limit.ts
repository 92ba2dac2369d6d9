/** At most so many requests of an account in any stretch of so many milliseconds, wherever it begins. */
export interface RateLimit {
  readonly requestsMax: number
  readonly windowMs: number
}
