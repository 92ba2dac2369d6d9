/** The database cannot be used right now: refused, gone, or too busy to answer in time. Answered as 503; clears by itself. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is unavailable.', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}
