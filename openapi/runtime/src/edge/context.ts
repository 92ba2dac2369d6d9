/** Whom a credential belongs to. */
export interface Principal {
  readonly id: string
  readonly [fact: string]: unknown
}

/** The authenticated principals by security scheme. */
export type Principals<SchemeName extends string = string> = Readonly<Partial<Record<SchemeName, Principal>>>

/** What a backend is passed about a request: the authenticated principals, and the request id. */
export interface RequestContext<SchemeName extends string = string> {
  readonly principals: Principals<SchemeName>
  readonly requestId: string
  /** Aborted once the client has gone, which ends work that nobody waits for. */
  readonly signal: AbortSignal
}

/** The context of a request whose credentials are checked. `signalOf` makes the signal when it is first asked for. */
export function contextOf<SchemeName extends string>(
  principals: Principals<SchemeName>,
  requestId: string,
  signalOf: () => AbortSignal,
): RequestContext<SchemeName> {
  return new Context(principals, requestId, signalOf)
}

/** A class, because an accessor of an object literal costs each request some microseconds. */
class Context<SchemeName extends string> implements RequestContext<SchemeName> {
  readonly principals: Principals<SchemeName>
  readonly requestId: string
  readonly #signalOf: () => AbortSignal

  constructor(principals: Principals<SchemeName>, requestId: string, signalOf: () => AbortSignal) {
    this.principals = principals
    this.requestId = requestId
    this.#signalOf = signalOf
  }

  get signal(): AbortSignal {
    return this.#signalOf()
  }
}
