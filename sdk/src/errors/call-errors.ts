import type { Generation } from '../types.js'
import { type ErrorFacts, MediagenError } from './mediagen-error.js'

/** What is known of a call that was answered. */
interface AnswerFacts extends ErrorFacts {
  readonly status: number
}

/** No answer came: the service could not be reached, or the connection broke. Whether it acted is not known. */
export class ConnectionError extends MediagenError {
  static override readonly errorName: string = 'ConnectionError'
  override readonly retryable: boolean = true
}

/** No answer came in time (`timeoutMs`). Whether the service acted is not known. */
export class RequestTimeoutError extends ConnectionError {
  static override readonly errorName: string = 'RequestTimeoutError'
  declare readonly name: 'RequestTimeoutError'
}

/**
 * No answer came to a generation, in all its tries, so it may or may not have been accepted and charged. `retry()`
 * asks again under the same key, and gives the task that is already there if there is one. `cause` is the last error.
 */
export class SubmitUnknownError extends ConnectionError {
  static override readonly errorName: string = 'SubmitUnknownError'
  declare readonly name: 'SubmitUnknownError'
  declare readonly idempotencyKey: string
  /** Sends the same generation under the same key, with all its tries; a file that it had uploaded is not sent again. */
  declare readonly retry: () => Promise<Generation>

  constructor(facts: { idempotencyKey: string; retry: () => Promise<Generation>; cause: Error }) {
    super(`Not known whether the generation was accepted: ${facts.cause.message}`, facts)
  }
}

/** An answer came that is none of the contract's, such as a login page of a proxy in between. */
export class InvalidResponseError extends MediagenError {
  static override readonly errorName: string = 'InvalidResponseError'
  declare readonly name: 'InvalidResponseError'
  override readonly retryable: boolean = true
  /** The HTTP status of the answer. */
  declare readonly status: number

  constructor(message: string, facts: AnswerFacts) {
    super(message, facts)
  }
}

/** The bytes of a result could not be fetched, though its link was renewed. */
export class DownloadError extends MediagenError {
  static override readonly errorName: string = 'DownloadError'
  declare readonly name: 'DownloadError'
  /** The HTTP status of the answer. */
  declare readonly status: number

  constructor(message: string, facts: AnswerFacts) {
    super(message, facts)
  }
}
