// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { Account } from './models.js'
import type { RequestContext } from './request-context.js'

/** What a backend implements for the operations tagged Account. An error is thrown, never returned. */
export interface AccountApi {
  /** GET /api/v1/me: Read your account */
  getAccount(context: RequestContext): Promise<Account>
}
