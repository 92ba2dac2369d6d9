/**
 * The store did not answer, or answered that it cannot just now: worth another try later. `cause` says what
 * happened. Here by itself, so that who asks for it need not load the AWS SDK.
 */
export class S3UnavailableError extends Error {
  constructor(cause: unknown) {
    super('The object store is away.', { cause })
    this.name = 'S3UnavailableError'
  }
}
