import { ServiceError } from '../src/generated/errors.js'
import type { SchemeName } from '../src/generated/security.js'

/** The account that an API key belongs to, and the key's public id where the service records it. */
export interface Principal {
  readonly accountId: string
  readonly keyId?: string | undefined
  /** Towards whose spending limits the key's orders count. */
  readonly keyLimitsId?: string | undefined
  /** Generation requests a minute of the account, if it has a number of its own. */
  readonly requestsPerMinute?: number | undefined
  /** Those of the key, beside those of the account. */
  readonly keyRequestsPerMinute?: number | undefined
}

export type Principals = Readonly<Partial<Record<SchemeName, Principal>>>

/** When an operation was held at its caller's wish, by `performance.now()`; without an end, it is held. */
interface HeldTime {
  readonly beganMs?: number
  readonly endedMs?: number
}

/** The authenticated account and key, and the request id. */
export interface RequestContext extends Principal {
  readonly requestId: string
  /** Aborted once the client has gone. */
  readonly signal: AbortSignal
  /** Set by an operation that is held, for the log. */
  held?: HeldTime
}

export function contextOf(
  { ApiKey }: Principals,
  requestId: string,
  signalOf: () => AbortSignal,
): RequestContext {
  if (ApiKey === undefined) throw new ServiceError('UNAUTHENTICATED')
  return new Context(ApiKey, requestId, signalOf)
}

class Context implements RequestContext {
  readonly accountId: string
  readonly keyId: string | undefined
  readonly keyLimitsId: string | undefined
  readonly requestsPerMinute: number | undefined
  readonly keyRequestsPerMinute: number | undefined
  readonly requestId: string
  held?: HeldTime
  readonly #signalOf: () => AbortSignal

  constructor(
    { accountId, keyId, keyLimitsId, requestsPerMinute, keyRequestsPerMinute }: Principal,
    requestId: string,
    signalOf: () => AbortSignal,
  ) {
    this.accountId = accountId
    this.keyId = keyId
    this.keyLimitsId = keyLimitsId
    this.requestsPerMinute = requestsPerMinute
    this.keyRequestsPerMinute = keyRequestsPerMinute
    this.requestId = requestId
    this.#signalOf = signalOf
  }

  get signal(): AbortSignal {
    return this.#signalOf()
  }
}
