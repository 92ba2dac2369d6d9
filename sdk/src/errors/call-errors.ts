import type { CallOptions, Generation } from '../types/index.js'
import { recordOf, textOf } from '../types/record.js'
import { type ErrorProperties, MediagenError } from './mediagen-error.js'

/** What is known of a call that got a response. */
interface ResponseProperties extends ErrorProperties {
  readonly status: number
}

/**
 * No response arrived: the service could not be reached, or the connection broke. It is then unknown whether
 * the service acted; for a generation, only a `SubmitAmbiguousError` leaves that open.
 */
export class ConnectionError extends MediagenError {
  static override readonly errorName: string = 'ConnectionError'
  override readonly retryable: boolean = true
}

/** No response arrived in time (`timeoutMs`). It is unknown whether the service acted. */
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
 * An attempt of a generation got no response, and no later attempt clarified its outcome, so it may or may
 * not have been accepted and charged. `retry()` repeats it with the same key and returns the existing task,
 * if there is one. `cause` is the last error, which may be a response such as 429.
 */
export class SubmitAmbiguousError extends ConnectionError {
  static override readonly errorName: string = 'SubmitAmbiguousError'
  declare readonly name: 'SubmitAmbiguousError'
  declare readonly idempotencyKey: string
  /**
   * Sends the same generation with the same key, with retries; an uploaded file is not sent again. The first
   * call's signal no longer applies.
   */
  declare readonly retry: SubmitProperties['retry']

  constructor(facts: SubmitProperties) {
    super(ambiguousMessage(facts), facts)
  }
}

/**
 * A generation was aborted when it may already have been accepted and charged. Its `name` is that of the
 * signal's reason, which is `cause`: `AbortError`, or `TimeoutError` of `AbortSignal.timeout`.
 */
export class SubmitAbortedError extends MediagenError {
  static override readonly errorName: string = 'SubmitAbortedError'
  declare readonly idempotencyKey: string
  /** Sends the same generation with the same key and returns the existing task, if there is one. */
  declare readonly retry: SubmitProperties['retry']

  constructor(facts: SubmitProperties) {
    const name = textOf(recordOf(facts.cause).name) ?? 'AbortError'
    super(ambiguousMessage(facts), { ...facts, name })
  }
}

function ambiguousMessage({ cause }: SubmitProperties): string {
  const reason = String(recordOf(cause).message ?? cause).replace(/\.$/, '')
  return `Not known whether the generation was accepted: ${reason}; retry() asks under the same key; a new order may be charged as well`
}

/** A response that is not one of the contract's, such as a proxy's login page. */
export class InvalidResponseError extends MediagenError {
  static override readonly errorName: string = 'InvalidResponseError'
  declare readonly name: 'InvalidResponseError'
  /** The HTTP status of the response; 0 for a redirect in a browser. */
  declare readonly status: number

  constructor(message: string, facts: ResponseProperties) {
    super(message, { retryable: true, ...facts })
  }
}

/** A result could not be downloaded, although its link was renewed. */
export class DownloadError extends MediagenError {
  static override readonly errorName: string = 'DownloadError'
  declare readonly name: 'DownloadError'
  /** The HTTP status of the response. */
  declare readonly status: number

  constructor(message: string, facts: ResponseProperties) {
    super(message, facts)
  }
}
