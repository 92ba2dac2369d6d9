import { sql } from 'kysely'
import type { Database } from './database.js'

/** Longer than any statement may take. */
const statementMsMax = 10_000

/** So many requests in a window of so long, which begins with the first of them. */
export interface RateLimit {
  readonly requestsMax: number
  readonly windowMs: number
}

/**
 * Counts one request for each account named, an account as often as it is named, for all processes that share the database.
 * One statement, so all or none: where any account has no request left, the CHECK refuses it (fault `check`) and nothing
 * was counted. Counts once more when the answer to a first try was lost: never too few. MySQL only.
 */
export async function countRequests(
  database: Database,
  accountIds: readonly string[],
  { requestsMax, windowMs }: RateLimit,
): Promise<void> {
  await database.autocommit((db, now) => {
    // A window from the future was begun before the clock was set back; it would last too long. One that began a little
    // later than `now` was begun by a statement that this one had to wait for: `now` is when a statement arrived.
    const isRunning = sql<boolean>`window_started_at > ${now} - ${windowMs} and window_started_at <= ${now} + ${statementMsMax}`
    const row = { window_started_at: now, requests_left: BigInt(requestsMax - 1) }
    return (
      db
        .insertInto('rate_limits')
        // In one order, so that no two processes wait for each other.
        .values(accountIds.toSorted().map((id) => ({ account_id: id, ...row })))
        // From left to right: the first must still see the window that the second may replace.
        .onDuplicateKeyUpdate({
          requests_left: sql<bigint>`if(${isRunning}, requests_left, ${requestsMax}) - 1`,
          window_started_at: sql<bigint>`if(${isRunning}, window_started_at, ${now})`,
        })
        .execute()
    )
  })
}

/** How long until the account's window ends and it may send requests again, in milliseconds; 0 when it has ended. */
export async function readWindowLeftMs(
  database: Database,
  accountId: string,
  { windowMs }: Pick<RateLimit, 'windowMs'>,
): Promise<number> {
  const rows = await database.autocommit((db, now) =>
    db
      .selectFrom('rate_limits')
      .select(sql<bigint>`window_started_at + ${windowMs} - ${now}`.as('left'))
      .where('account_id', '=', accountId)
      .execute(),
  )
  return Math.max(0, Number(rows[0]?.left ?? 0n))
}
