import { type ErrorCode, errorCodes } from './error-codes.js'

/**
 * One violation in a request: where it is (a JSON pointer into the body, or the parameter's name) and what is
 * wrong.
 */
export interface Violation {
  readonly path: string
  readonly message: string
}

/**
 * An expected error. Thrown by use cases and the HTTP server, and converted to an error response in one
 * place. `message` is public; details for operators go into `cause`.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: readonly Violation[]
  /** Whole seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: { details?: readonly Violation[]; retryAfterSeconds?: number; cause?: unknown } = {},
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
