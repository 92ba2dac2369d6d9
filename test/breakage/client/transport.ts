/** How a client reaches the service. Each call is made once; a string says why nobody knows what became of it. */
export interface Transport {
  /** Whether an API is up. */
  isUp(): boolean
  send(account: string, request: ClientRequest): Promise<ClientResponse | string>
  /** Sends bytes to a signed link; false unless they are stored. */
  put(link: string, contentType: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>
  /** The bytes that a signed link leads to; null if there are none, undefined if nobody says. */
  get(link: string): Promise<Uint8Array | null | undefined>
}

export interface ClientRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly idempotencyKey?: string
  /** In seconds. */
  readonly cancelAfter?: number
  /** How long the response may be held, in seconds. */
  readonly waitSeconds?: number | undefined
  /** What it is held for: another state than this one. */
  readonly ifNoneMatch?: string | undefined
}

export interface ClientResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the checkers judge what it holds.
  readonly body: any
  readonly etag?: string | undefined
}
