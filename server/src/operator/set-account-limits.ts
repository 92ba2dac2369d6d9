import { newActionId } from '../core/domain/ids.ts'
import { type Account, setAccountLimits as writeLimits } from '../database/accounts/accounts.ts'
import type { TaskLimits } from '../database/accounts/task-limits.ts'
import type { Database } from '../database/database.ts'
import { findWritten } from '../database/find-written.ts'
import { hasAuditEntry } from '../database/operator/audit-entries.ts'
import { record } from './actions.ts'
import { requireAccount } from './change-balance.ts'
import { parseRate } from './key-values.ts'

/** A limit of an account: a number, `none`, or `default` for the service's setting. */
export type AccountLimit = number | 'none' | 'default'

/** Generation requests a minute of an account, or `default` for those of the contract. */
export type AccountRate = number | 'default'

/** New limits of an account, at least one; one that is left out stays. */
export interface AccountLimitChanges {
  readonly tasksOpenMax?: AccountLimit | undefined
  readonly tasksRunningMax?: AccountLimit | undefined
  readonly requestsPerMinute?: AccountRate | undefined
}

/** The limits that an account has of its own. */
export interface OwnLimits {
  readonly tasksOpenMax: AccountLimit
  readonly tasksRunningMax: AccountLimit
  readonly requestsPerMinute: AccountRate
}

/** More than this is no limit in practice, as for the settings. */
const limitMax = 1_000_000

/** Parses a limit. Throws a RangeError that says what is allowed. */
export function parseAccountLimit(text: string): AccountLimit {
  if (text === 'none' || text === 'default') return text
  const max = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (max >= 1 && max <= limitMax) return max
  throw new RangeError(`A limit must be a whole number from 1 to ${limitMax}, none, or default.`)
}

/** Parses a rate. Throws a RangeError that says what is allowed. */
export function parseAccountRate(text: string): AccountRate {
  return text === 'default' ? text : parseRate(text, { orElse: ', or default' })
}

/**
 * Sets limits of an account, which apply from the next order and the next claim on; the requests a minute, within 5
 * seconds everywhere. Tasks that exceed them already go on. Returns the limits that it has of its own. Throws UnknownIdError.
 */
export async function setAccountLimits(
  database: Database,
  actor: string,
  { accountId, ...changes }: AccountLimitChanges & { readonly accountId: string },
): Promise<OwnLimits & { readonly accountId: string }> {
  const actionId = newActionId(Date.now())
  const account = await database.transaction(async (tx) => {
    await requireAccount(tx.db, accountId)
    const isWritten = await findWritten(tx, () => hasAuditEntry(tx.db, actionId))
    if (isWritten !== true) {
      await writeLimits(tx, accountId, {
        tasksOpenMax: storedLimit(changes.tasksOpenMax),
        tasksRunningMax: storedLimit(changes.tasksRunningMax),
        requestsPerMinute: changes.requestsPerMinute === 'default' ? null : changes.requestsPerMinute,
      })
      const entry = { action: 'set-account-limits', accountId, subject: accountId } as const
      await record(tx, { actor, actionId, ...entry, details: { ...changes } })
    }
    return requireAccount(tx.db, accountId)
  })
  return { accountId, ...ownLimitsOf(account) }
}

/** As the database keeps it: 0 for none, null for the setting, undefined for no change. */
function storedLimit(limit: AccountLimit | undefined): number | null | undefined {
  return limit === 'none' ? 0 : limit === 'default' ? null : limit
}

/** Each limit as an operator sets it. */
export function ownLimitsOf({ tasksOpenMax, tasksRunningMax, requestsPerMinute }: Account): OwnLimits {
  return {
    tasksOpenMax: ownLimit(tasksOpenMax),
    tasksRunningMax: ownLimit(tasksRunningMax),
    requestsPerMinute: requestsPerMinute ?? 'default',
  }
}

function ownLimit(stored: number | null): AccountLimit {
  return stored === null ? 'default' : stored === 0 ? 'none' : stored
}

/** The limit that applies: the account's own, else the setting; null if there is none. */
export function appliedLimit(stored: number | null, setting: TaskLimits['tasksOpenMax']): number | null {
  return (stored ?? setting ?? 0) || null
}
