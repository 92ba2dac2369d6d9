import { type ErrorCode, errorCodes } from './error-codes.js'

/** One fault of a request: where it is (a JSON pointer into the body, or the parameter's name) and what is wrong. */
export interface FaultDetail {
  readonly path: string
  readonly message: string
}

/**
 * An expected refusal. Thrown by use cases and the HTTP edge, turned into the error body in one place.
 * `message` is public; what only operators may see goes into `cause`.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: readonly FaultDetail[]
  /** Whole seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: { details?: readonly FaultDetail[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(errorCodes[code].message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}
