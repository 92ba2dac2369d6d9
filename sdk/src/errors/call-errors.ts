import { recordOf, textOf } from '../core/record.js'
import type { CallOptions, Generation } from '../types.js'
import { type ErrorProperties, MediagenError } from './mediagen-error.js'

/** What is known of a call that was answered. */
interface ResponseProperties extends ErrorProperties {
  readonly status: number
}

/**
 * No answer came: the service could not be reached, or the connection broke. Whether it acted is not known
 * then.
 */
export class ConnectionError extends MediagenError {
  static override readonly errorName: string = 'ConnectionError'
  override readonly retryable: boolean = true
}

/** No answer came in time (`timeoutMs`). Whether the service acted is not known. */
export class RequestTimeoutError extends ConnectionError {
  static override readonly errorName: string = 'RequestTimeoutError'
  declare readonly name: 'RequestTimeoutError'
}

/** What is known of a generation that may or may not have been accepted. */
interface SubmitProperties {
  readonly idempotencyKey: string
  readonly retry: (options?: CallOptions) => Promise<Generation>
  readonly cause: unknown
}

/**
 * A try of a generation got no answer and no later one told what became of it, so it may or may not have been
 * accepted and charged. `retry()` asks again under the same key, and gives the task that is already there if
 * there is one. `cause` is the last error, which may be an answer such as 429.
 */
export class SubmitAmbiguousError extends ConnectionError {
  static override readonly errorName: string = 'SubmitAmbiguousError'
  declare readonly name: 'SubmitAmbiguousError'
  declare readonly idempotencyKey: string
  /**
   * Sends the same generation under the same key, with all its tries; a file that it had uploaded is not sent
   * again. The first call's signal does not count any more.
   */
  declare readonly retry: SubmitProperties['retry']

  constructor(facts: SubmitProperties) {
    super(ambiguousMessage(facts), facts)
  }
}

/**
 * A generation was aborted when it may have been accepted and charged already. Its `name` is that of the
 * signal's reason, which is `cause`: `AbortError`, or `TimeoutError` of `AbortSignal.timeout`.
 */
export class SubmitAbortedError extends MediagenError {
  static override readonly errorName: string = 'SubmitAbortedError'
  declare readonly idempotencyKey: string
  /**
   * Sends the same generation under the same key, and gives the task that is already there if there is one.
   */
  declare readonly retry: SubmitProperties['retry']

  constructor(facts: SubmitProperties) {
    const name = textOf(recordOf(facts.cause).name) ?? 'AbortError'
    super(ambiguousMessage(facts), { ...facts, name })
  }
}

function ambiguousMessage({ cause }: SubmitProperties): string {
  return `Not known whether the generation was accepted: ${recordOf(cause).message ?? cause}`
}

/** An answer came that is none of the contract's, such as a login page of a proxy in between. */
export class InvalidResponseError extends MediagenError {
  static override readonly errorName: string = 'InvalidResponseError'
  declare readonly name: 'InvalidResponseError'
  /** The HTTP status of the answer; 0 for a redirect in a browser. */
  declare readonly status: number

  constructor(message: string, facts: ResponseProperties) {
    super(message, { retryable: true, ...facts })
  }
}

/** The bytes of a result could not be fetched, though its link was renewed. */
export class DownloadError extends MediagenError {
  static override readonly errorName: string = 'DownloadError'
  declare readonly name: 'DownloadError'
  /** The HTTP status of the answer. */
  declare readonly status: number

  constructor(message: string, facts: ResponseProperties) {
    super(message, facts)
  }
}
