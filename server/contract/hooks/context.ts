import { ServiceError } from '../src/errors/service-error.js'
import type { SchemeName } from '../src/generated/security.js'

/** The account that an API key belongs to, and the key's public id where the service records it. */
export interface Principal {
  readonly accountId: string
  readonly keyId?: string | undefined
  /** Towards whose spending limits the key's orders count. */
  readonly keyLimitsId?: string | undefined
  /** The key's own rate of generation requests, below that of the account. */
  readonly requestsPerMinute?: number | undefined
}

export type Principals = Readonly<Partial<Record<SchemeName, Principal>>>

/** The authenticated account and key, and the request id. */
export interface RequestContext extends Principal {
  readonly requestId: string
}

export function contextOf({ ApiKey }: Principals, requestId: string): RequestContext {
  if (ApiKey === undefined) throw new ServiceError('UNAUTHENTICATED')
  const { accountId, keyId, keyLimitsId, requestsPerMinute } = ApiKey
  return { accountId, keyId, keyLimitsId, requestsPerMinute, requestId }
}
