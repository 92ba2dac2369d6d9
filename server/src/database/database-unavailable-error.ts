/**
 * The database is not usable right now: refused, lost, or too busy to respond in time. The response is 503;
 * transient.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is unavailable.', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

/** The database became unavailable before it said whether a transaction is committed. */
export class CommitAmbiguousError extends DatabaseUnavailableError {
  override readonly name = 'CommitAmbiguousError'
}
