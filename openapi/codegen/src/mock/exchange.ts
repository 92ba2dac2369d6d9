import type { Operation } from '../read/operations.ts'

/** A request as it arrived. */
export interface MockRequest {
  readonly method: string
  /** Path below the contract's server, and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The base of links in the response. */
  readonly origin: string
}

/** A request of an operation. */
export interface OperationRequest extends MockRequest {
  readonly operation: Operation
}

/** The mock's response. */
export interface MockResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** The request's violations of the contract, in Prism's words. */
  readonly violations: readonly string[]
}

/** The response that Prism is asked for; without any, it takes the first example of what applies. */
export interface Choice {
  readonly code?: number | undefined
  readonly example?: string | undefined
  /** Whether to return it without validating the request. @default false */
  readonly isForced?: boolean
}
