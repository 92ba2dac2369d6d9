import { type ErrorFacts, MediagenError } from './mediagen-error.js'

/** No answer came: the service could not be reached, or the connection broke. Whether it acted is not known. */
export class ConnectionError extends MediagenError {
  static override readonly errorName: string = 'ConnectionError'

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { retryable: true, ...facts })
  }
}

/** No answer came in time (`timeoutMs`). Whether the service acted is not known. */
export class RequestTimeoutError extends ConnectionError {
  static override readonly errorName: string = 'RequestTimeoutError'
  declare readonly name: 'RequestTimeoutError'
}

/** An answer came that is none of the contract's, such as a login page of a proxy in between. */
export class InvalidResponseError extends MediagenError {
  static override readonly errorName: string = 'InvalidResponseError'
  declare readonly name: 'InvalidResponseError'
  /** The HTTP status of the answer. */
  declare readonly status: number

  constructor(message: string, facts: ErrorFacts & { readonly status: number }) {
    super(message, { retryable: true, ...facts })
  }
}

/** The bytes of a result could not be fetched, though its link was renewed. */
export class DownloadError extends MediagenError {
  static override readonly errorName: string = 'DownloadError'
  declare readonly name: 'DownloadError'
  /** The HTTP status of the answer. */
  declare readonly status: number

  constructor(message: string, facts: ErrorFacts & { readonly status: number }) {
    super(message, facts)
  }
}
