/** What an error code says; a thrown error may override `retryAfterSeconds`. */
export interface ErrorKind {
  readonly status: number
  readonly message: string
  readonly retryAfterSeconds?: number
}
