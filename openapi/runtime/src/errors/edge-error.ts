import type { Violation } from './service-error.ts'

/** An error of the edge, before it has a form. */
export interface EdgeError {
  readonly status: number
  /** One of the codes of errorCodes, or NOT_IMPLEMENTED. */
  readonly code: string
  readonly message: string
  readonly requestId: string
  /** The invalid places in the request; empty where there are none. */
  readonly details: readonly Violation[]
}

/** An error as sent to the client. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}
