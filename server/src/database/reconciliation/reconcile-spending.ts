import { sql } from 'kysely'
import { dateOfDay, dayMs, dayOf } from '../../core/domain/utc-day.ts'
import type { Database } from '../database.ts'
import { dayAt } from '../day-at.ts'
import type { Chunk } from './chunks.ts'
import type { Disagreement } from './disagreement.ts'

/** Days of each key that a statement reads: a month of an account's tasks at most. */
const daysPerStatement = 31n
const hourMs = 3_600_000
const hoursOfWeek = 7 * 24

/**
 * Compares what keys have spent with their tasks that were not refunded, archived ones included: on each day, and in total as the sum of the
 * days. Keys that share their limits belong to one account, and the first of them has the id of the limits. Names
 * statuses itself on purpose, as the comparison of the ledger does. `due`: today, yesterday, and those of the earlier
 * days whose turn it is in this hour of the week.
 */
export async function compareSpending(
  database: Database,
  chunk: Chunk,
  days: 'all' | 'due',
): Promise<Disagreement[]> {
  const found: DaySpending[] = []
  const spans = days === 'due' ? await listDueDays(database, chunk) : await listMonths(database, chunk)
  for (const span of spans) found.push(...(await compareSpan(database, span)))
  const totals = await compareTotals(database, chunk, found)
  return [...totals, ...found]
    .sort((a, b) =>
      a.limits_id === b.limits_id ? Number(a.day - b.day) : a.limits_id < b.limits_id ? -1 : 1,
    )
    .map(({ limits_id: keyId, account_id: accountId, day, spent, expected }) => ({
      kind: 'spending' as const,
      accountId,
      expected: `${expected} by the key ${keyId} ${whenOf(day)}`,
      actual: String(spent),
    }))
}

interface DaySpending {
  readonly limits_id: string
  readonly account_id: string
  readonly day: bigint
  readonly spent: bigint
  readonly expected: bigint | string
}

/** Days of a key, both included. */
interface Span {
  readonly limits_id: string
  readonly account_id: string
  readonly first: bigint
  readonly last: bigint
}

async function listDueDays(database: Database, { after, upTo }: Chunk): Promise<Span[]> {
  const nowMs = await database.nowMs()
  const hour = Math.floor(nowMs / hourMs) % hoursOfWeek
  const { rows } = await database.read((db) =>
    sql<Span>`select s.limits_id, k.account_id, s.day as first, s.day as last
      from key_spending s
      join api_keys k on k.id = s.limits_id
      where s.limits_id > ${after} and s.limits_id <= ${upTo} and s.day > 0
        and (s.day >= ${BigInt(dayOf(nowMs) - 1)} or s.day % ${hoursOfWeek} = ${hour})`.execute(db),
  )
  return rows
}

async function listMonths(database: Database, { after, upTo }: Chunk): Promise<Span[]> {
  const { rows } = await database.read((db) =>
    sql<Span>`select s.limits_id, k.account_id, min(s.day) as first, max(s.day) as last
      from key_spending s
      join api_keys k on k.id = s.limits_id
      where s.limits_id > ${after} and s.limits_id <= ${upTo} and s.day > 0
      group by s.limits_id, k.account_id`.execute(db),
  )
  return rows.flatMap((row) => {
    const months: Span[] = []
    for (let { first } = row; first <= row.last; first += daysPerStatement)
      months.push({ ...row, first, last: first + daysPerStatement - 1n })
    return months
  })
}

/** The times are constants, because a join would read all tasks of the account for each day. */
async function compareSpan(database: Database, span: Span): Promise<DaySpending[]> {
  const { limits_id, account_id, first, last } = span
  const { rows } = await database.readLongRunning((db) =>
    sql<Omit<DaySpending, 'account_id'>>`
      select * from (
        select s.limits_id, s.day, s.spent, coalesce(t.cost, 0) + coalesce(archived.spent, 0) as expected
        from key_spending s
        left join archived_spending archived on archived.limits_id = s.limits_id and archived.day = s.day
        left join (
          select ${dayAt(sql.ref('created_at'))} as day, sum(cost) as cost from tasks
          where account_id = ${account_id} and key_limits_id = ${limits_id}
            and status not in ('FAILED', 'CANCELLED')
            and created_at >= ${first * BigInt(dayMs)} and created_at < ${(last + 1n) * BigInt(dayMs)}
          group by 1
        ) t on t.day = s.day
        where s.limits_id = ${limits_id} and s.day >= ${first} and s.day <= ${last}
      ) spending
      where spent <> expected`.execute(db),
  )
  return rows.map((row) => ({ ...row, account_id }))
}

/** `found`: days that disagree; a total must be what all days should be. */
async function compareTotals(
  database: Database,
  { after, upTo }: Chunk,
  found: readonly DaySpending[],
): Promise<DaySpending[]> {
  const { rows } = await database.readLongRunning((db) =>
    sql<DaySpending>`
      select s.limits_id, k.account_id, s.day, s.spent, (
        select coalesce(sum(d.spent), 0) from key_spending d where d.limits_id = s.limits_id and d.day > 0
      ) as expected
      from key_spending s
      join api_keys k on k.id = s.limits_id
      where s.limits_id > ${after} and s.limits_id <= ${upTo} and s.day = 0`.execute(db),
  )
  return rows
    .map((row) => {
      const wrong = found.filter(({ limits_id }) => limits_id === row.limits_id)
      const by = wrong.reduce((sum, { spent, expected }) => sum + BigInt(expected) - spent, 0n)
      return { ...row, expected: BigInt(row.expected) + by }
    })
    .filter(({ spent, expected }) => spent !== expected)
}

function whenOf(day: bigint): string {
  return day === 0n ? 'in total' : `on ${dateOfDay(Number(day))}`
}
