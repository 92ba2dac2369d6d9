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

/** A COMMIT was sent, and neither its reply nor anything later said whether the transaction is committed. */
export class CommitAmbiguousError extends DatabaseUnavailableError {
  override readonly name = 'CommitAmbiguousError'
}

/** The same error; an outage as one that leaves it unknown if a transaction is committed. */
export function asAmbiguous(error: unknown): unknown {
  return error instanceof DatabaseUnavailableError ? new CommitAmbiguousError(error) : error
}
