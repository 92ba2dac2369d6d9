import { sql } from 'kysely'
import type { RateLimit } from '../../core/ports/rate-limiter.ts'
import type { Database } from '../database.ts'

/**
 * Longer than any statement waits for a row; a row further ahead was written before the clock was set back.
 */
const statementMsMax = 10_000
/** Bytes per gap between two admissions; no stored gap exceeds the window. */
const gapBytes = 2

/**
 * Admits one request per listed account (an account may be listed several times), for all processes that
 * share the database. One statement, so all or none: if any account would exceed its limit in the window, the
 * CHECK refuses the statement (error `check`) and nothing is counted. If the response to a first try is lost,
 * the request counts twice, never not at all. MySQL only.
 *
 * A row holds the gaps between an account's latest admissions and their sum, the span. Span plus the new gap
 * is the age of the admission that must be outside the new one's window. Gaps take 2 bytes, where timestamps
 * would take 6 and make the log of every change three times as long. A lower limit needs a migration that
 * empties `gaps` and `span_ms`.
 *
 * An account's time never runs backwards: a statement that waited for the row continues from the time of the
 * one before it, and after the clock was set back, time continues from the latest admission.
 */
export async function countRequests(
  database: Database,
  accountIds: readonly string[],
  { requestsMax, windowMs }: RateLimit,
): Promise<void> {
  const [max, window] = [sql.lit(requestsMax), sql.lit(windowMs)]
  const keptBytes = sql.lit((requestsMax - 1) * gapBytes)
  const withNewGap = sql`concat(gaps, unhex(lpad(hex(gap_ms), 4, '0')))`
  const firstGap = sql`cast(conv(hex(left(${withNewGap}, 2)), 16, 10) as signed)`
  const isInWindow = sql`window_started_at > latest_at - ${window}`
  await database.autocommit((db, now) => {
    // In key order, so that no two processes deadlock. The cost depends on the statement's length, so the
    // time is written once per account, and taken from its row below.
    const rows = accountIds.toSorted().map((id) => sql`(${id}, ${now}, latest_at, ${max} - 1)`)
    const time = sql`values(latest_at)`
    // Assigned from left to right: each column sees the new values of those before it and the old ones of
    // those after it.
    return sql`
      insert into rate_limits (account_id, latest_at, window_started_at, requests_left) values ${sql.join(rows)}
      on duplicate key update
        clock_ahead_ms = greatest(clock_ahead_ms, latest_at - ${sql.lit(statementMsMax)} - ${time}),
        gap_ms = least(greatest(${time} + clock_ahead_ms - latest_at, 0), ${window}),
        latest_at = greatest(latest_at, ${time} + clock_ahead_ms),
        spare_ms = if(length(gaps) < ${keptBytes}, 0, span_ms + gap_ms - ${window}),
        span_ms = span_ms + gap_ms - if(length(gaps) < ${keptBytes}, 0, ${firstGap}),
        gaps = right(${withNewGap}, ${keptBytes}),
        requests_left = if(${isInWindow}, requests_left, ${max}) - 1,
        window_started_at = if(${isInWindow}, window_started_at, latest_at)`.execute(db)
  })
}

/**
 * Milliseconds until the account's next request would be admitted; 0 if now. Restarts the account's time if
 * the clock was set back: a refusal writes nothing else, so the wait would never end.
 */
export async function readWaitMs(
  database: Database,
  accountId: string,
  { requestsMax, windowMs }: RateLimit,
): Promise<number> {
  const [row] = await database.autocommit((db, now) =>
    db
      .selectFrom('rate_limits')
      .select(['latest_at', 'span_ms', 'gaps', 'requests_left', 'window_started_at'])
      .select(sql<bigint>`${now} + clock_ahead_ms`.as('now'))
      .where('account_id', '=', accountId)
      .execute(),
  )
  if (row === undefined) return 0
  const [latestMs, nowMs] = [Number(row.latest_at), Number(row.now)]
  if (latestMs > nowMs) await resumeTime(database, accountId, row.latest_at)
  const isFull = row.gaps.length >= (requestsMax - 1) * gapBytes
  const fullSinceMs = isFull ? latestMs - Number(row.span_ms) : 0
  const windowFullSinceMs = row.requests_left > 0n ? 0 : Number(row.window_started_at)
  return Math.max(0, Math.max(fullSinceMs, windowFullSinceMs) + windowMs - Math.max(nowMs, latestMs))
}

/** An admission read before this statement began can lie in its future only if the clock was set back. */
async function resumeTime(database: Database, accountId: string, latest: bigint): Promise<void> {
  await database.autocommit((db, now) =>
    db
      .updateTable('rate_limits')
      .set({ clock_ahead_ms: sql<bigint>`latest_at - ${now}` })
      .where('account_id', '=', accountId)
      .where('latest_at', '=', latest)
      .where(sql<boolean>`latest_at > ${now} + clock_ahead_ms`)
      .execute(),
  )
}
