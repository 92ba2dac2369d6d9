import { type Selectable, sql } from 'kysely'
import type { CountedRequest } from '../../core/ports/rate-limiter.ts'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'

/**
 * Longer than any statement waits for a row; a row further ahead was written before the clock was set back.
 */
const statementMsMax = 10_000
/** Bytes per gap between two admissions; no stored gap exceeds the window. */
const gapBytes = 2

/**
 * Admits the requests (several may be of one account or key), for all processes that share the database. One
 * statement, so all or none: if any would exceed its number in the window, or its row first needs `findWaitMs`, the
 * CHECK refuses the statement (error `check`) and nothing is counted. If the response to a first try is lost, the
 * request counts twice, never not at all. MySQL only.
 *
 * A row holds the gaps between an account's latest admissions and their sum, the span. Span plus the new gap
 * is the age of the admission that must be outside the new one's window; there must be as many gaps as the request's
 * number demands. Fewer are no matter, since what is not there is outside the window. Of more, left by a larger number,
 * SQL cannot tell the sum. Gaps take 2 bytes, where timestamps would take 6 and make the log of every change three
 * times as long.
 *
 * An account's time never runs backwards: a statement that waited for the row continues from the time of the
 * one before it, and after the clock was set back, time continues from the latest admission.
 */
export async function countRequests(
  database: Database,
  requests: readonly CountedRequest[],
  windowMs: number,
): Promise<void> {
  const window = sql.lit(windowMs)
  // A number less one, which a new row of a version that counts by `requests_left` begins with, too.
  const keptBytes = sql`values(requests_left) * ${sql.lit(gapBytes)}`
  const withNewGap = sql`concat(gaps, unhex(lpad(hex(gap_ms), 4, '0')))`
  const firstGap = sql`cast(conv(hex(left(${withNewGap}, 2)), 16, 10) as signed)`
  const isReadable = sql`length(gaps) between gaps_bytes and ${keptBytes}`
  await database.autocommit((db, now) => {
    // In key order, so that no two processes deadlock. The cost depends on the statement's length, so the
    // time is written once per request, and taken from its row below.
    const rows = requests
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, requestsPerMinute }) => sql`(${id}, ${now}, latest_at, ${sql.lit(requestsPerMinute - 1)})`)
    const time = sql`values(latest_at)`
    // Assigned from left to right: each column sees the new values of those before it and the old ones of
    // those after it.
    return sql`
      insert into rate_limits (account_id, latest_at, window_started_at, requests_left) values ${sql.join(rows)}
      on duplicate key update
        clock_ahead_ms = greatest(clock_ahead_ms, latest_at - ${sql.lit(statementMsMax)} - ${time}),
        gap_ms = least(greatest(${time} + clock_ahead_ms - latest_at, 0), ${window}),
        latest_at = greatest(latest_at, ${time} + clock_ahead_ms),
        spare_ms = if(${isReadable}, if(length(gaps) < ${keptBytes}, 0, span_ms + gap_ms - ${window}), -1),
        span_ms = span_ms + gap_ms - if(length(gaps) < ${keptBytes}, 0, ${firstGap}),
        gaps = right(${withNewGap}, ${keptBytes}),
        gaps_bytes = length(gaps)`.execute(db)
  })
}

/**
 * Milliseconds until the next such request would be admitted; 0 if now, and then it can be counted: what is outside
 * the window is removed from a row of which `countRequests` cannot tell the sum. Restarts the account's time if
 * the clock was set back: a refusal writes nothing else, so the wait would never end.
 */
export async function findWaitMs(
  database: Database,
  { id, requestsPerMinute }: CountedRequest,
  windowMs: number,
): Promise<number> {
  const [row] = await database.autocommit((db, now) =>
    db
      .selectFrom('rate_limits')
      .selectAll()
      .select(sql<bigint>`${now} + clock_ahead_ms`.as('now'))
      .where('account_id', '=', id)
      .execute(),
  )
  if (row === undefined) return 0
  const [latestMs, nowMs] = [Number(row.latest_at), Number(row.now)]
  if (latestMs > nowMs) await resumeTime(database, id, row.latest_at)
  const gapsMs = gapsOf(row)
  const kept = requestsPerMinute - 1
  const fullSinceMs = gapsMs.length < kept ? 0 : latestMs - sumOf(gapsMs.slice(gapsMs.length - kept))
  const waitMs = Math.max(0, fullSinceMs + windowMs - Math.max(nowMs, latestMs))
  const isReadable = gapsMs.length <= kept && row.gaps.length >= Number(row.gaps_bytes)
  if (waitMs === 0 && !isReadable)
    await removeOld(database, row, gapsMs, Math.max(nowMs, latestMs) - windowMs)
  return waitMs
}

type Row = Selectable<Tables['rate_limits']>

/** The oldest first. */
function gapsOf({ gaps }: Row): number[] {
  const { buffer, byteOffset, byteLength } = gaps
  const view = new DataView(buffer, byteOffset, byteLength)
  return Array.from({ length: byteLength / gapBytes }, (_, index) => view.getUint16(index * gapBytes))
}

function sumOf(gapsMs: readonly number[]): number {
  return gapsMs.reduce((sum, gapMs) => sum + gapMs, 0)
}

/** Keeps the gaps between admissions since then, unless a request has been counted since the row was read. */
async function removeOld(database: Database, row: Row, gapsMs: number[], sinceMs: number): Promise<void> {
  let [first, atMs] = [gapsMs.length, Number(row.latest_at)]
  while (first > 0 && atMs - (gapsMs[first - 1] ?? 0) > sinceMs) {
    first -= 1
    atMs -= gapsMs[first] ?? 0
  }
  const gaps = row.gaps.subarray(first * gapBytes)
  await database.autocommit((db) =>
    db
      .updateTable('rate_limits')
      .set({ gaps, gaps_bytes: BigInt(gaps.length), span_ms: BigInt(sumOf(gapsMs.slice(first))) })
      .where('account_id', '=', row.account_id)
      .where('latest_at', '=', row.latest_at)
      .where('gaps', '=', row.gaps)
      .where('gaps_bytes', '=', row.gaps_bytes)
      .execute(),
  )
}

/** An admission read before this statement began can lie in its future only if the clock was set back. */
async function resumeTime(database: Database, id: string, latest: bigint): Promise<void> {
  await database.autocommit((db, now) =>
    db
      .updateTable('rate_limits')
      .set({ clock_ahead_ms: sql<bigint>`latest_at - ${now}` })
      .where('account_id', '=', id)
      .where('latest_at', '=', latest)
      .where(sql<boolean>`latest_at > ${now} + clock_ahead_ms`)
      .execute(),
  )
}
