/** A request as it arrived. */
export interface ExampleRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | 'too large'
  /** The base of links in the response. */
  readonly origin: string
}

/** The mock's response. */
export interface ExampleResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** The request's violations of the contract, in Prism's words. */
  readonly violations: readonly string[]
}
