import type { EdgeCode } from './error-codes.ts'

/**
 * One violation in a request: where it is (a JSON pointer into the body, or the parameter's name) and what is
 * wrong.
 */
export interface Violation {
  readonly path: string
  readonly message: string
}

export interface ServiceErrorOptions {
  readonly details?: readonly Violation[]
  /** What the response says instead of the code's message. */
  readonly publicMessage?: string | undefined
  /** Whole seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfterSeconds?: number | undefined
  /** For operators; never sent. */
  readonly cause?: unknown
}

/**
 * An expected error, of the service or the edge, converted to an error response in one place: the contract's table
 * of codes says its status and message.
 */
export class ServiceError<Code extends string = EdgeCode> extends Error {
  readonly code: Code
  readonly details: readonly Violation[]
  readonly publicMessage: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: Code,
    { details = [], publicMessage, retryAfterSeconds, cause }: ServiceErrorOptions = {},
  ) {
    super(code, cause === undefined ? undefined : { cause })
    this.name = 'ServiceError'
    this.code = code
    this.details = details
    this.publicMessage = publicMessage
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** `ServiceError` of one contract's codes: the same class. */
export type ServiceErrorClass<Code extends string> = new (
  code: Code,
  options?: ServiceErrorOptions,
) => ServiceError<Code>
