// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { Account, Day, Usage } from './models.js'
import type { RequestContext } from './request-context.js'

/** What a backend implements for the operations tagged Account. An error is thrown, never returned. */
export interface AccountApi {
  /** GET /api/v1/me: Read your account */
  getAccount(context: RequestContext): Promise<Account>
  /** GET /api/v1/usage: Get your usage by day */
  getUsage(input: GetUsageInput, context: RequestContext): Promise<Usage>
}

/** The checked input of getUsage: declared fields only, as they were sent. */
export interface GetUsageInput {
  /** The first day, in UTC. Without it, the first day of the month of `to`. */
  from?: Day
  /** The last day, in UTC, included. Without it, today. */
  to?: Day
}
