import type { SchemeName } from '../generated/security.js'

/** Whom a credential belongs to. */
export interface Principal {
  readonly id: string
  readonly [fact: string]: unknown
}

/** The authenticated principals by security scheme. */
export type Principals = Readonly<Partial<Record<SchemeName, Principal>>>

/** What a backend is passed about a request: the authenticated principals, and the request id. */
export interface RequestContext {
  readonly principals: Principals
  readonly requestId: string
}

/** The context of a request whose credentials are checked. */
export function contextOf(principals: Principals, requestId: string): RequestContext {
  return { principals, requestId }
}
