/**
 * The store did not respond, or reported a temporary failure: another try later may succeed. `cause` says
 * what happened. A separate module, so that a check for it need not load the AWS SDK.
 */
export class S3UnavailableError extends Error {
  constructor(cause: unknown) {
    super('The object store is unavailable.', { cause })
    this.name = 'S3UnavailableError'
  }
}
