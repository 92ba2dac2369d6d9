import { ServiceError } from '../src/errors/service-error.js'
import type { SchemeName } from '../src/generated/security.js'

/** The account that an API key belongs to. */
export interface Principal {
  readonly accountId: string
}

export type Principals = Readonly<Partial<Record<SchemeName, Principal>>>

/** The authenticated account, and the request id. */
export interface RequestContext {
  readonly accountId: string
  readonly requestId: string
}

export function contextOf({ ApiKey }: Principals, requestId: string): RequestContext {
  if (ApiKey === undefined) throw new ServiceError('UNAUTHENTICATED')
  return { accountId: ApiKey.accountId, requestId }
}
