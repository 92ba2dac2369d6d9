import { sql } from 'kysely'
import { readArchivedUpTo } from '../archive/task-archives.ts'
import type { Database } from '../database.ts'
import {
  addTotals,
  noTotals,
  readTotals,
  type TotalName,
  type Totals,
  totalsOfEntries,
} from '../money/ledger-totals.ts'
import type { Reader } from '../tables.ts'

/**
 * The closings of the ledger. Once some hundred thousand entries have come together, the period is closed: a row for
 * it, and for each account that has entries in it the totals of all its entries so far. Sums start from the last
 * closing, so they read at most a period and what is newer; and a closed period can be read again by itself.
 */

/** The entries after `afterId`, up to `lastId`, and the tasks likewise. */
export interface LedgerPeriod {
  readonly afterId: bigint
  readonly lastId: bigint
  readonly afterTaskId: string
  readonly lastTaskId: string
  readonly closedAtMs: number
  /** When all of it was last read and agreed; 0 from a disagreement until it is gone. */
  readonly checkedAtMs: number
  /** Whether tasks of it are archived: then it is all such periods, which only together are what their closings say. */
  readonly isArchived: boolean
}

/** Read by a statement: some 50 ms. */
const entriesPerStatement = 50_000n

/** All of them, oldest first: some 400 for a hundred million tasks. */
export async function listPeriods(db: Reader): Promise<LedgerPeriod[]> {
  const rows = await db.selectFrom('ledger_periods').selectAll().orderBy('last_id').execute()
  return rows.map((row, index) => ({
    afterId: rows[index - 1]?.last_id ?? 0n,
    lastId: row.last_id,
    afterTaskId: rows[index - 1]?.last_task_id ?? '',
    lastTaskId: row.last_task_id,
    closedAtMs: Number(row.closed_at),
    checkedAtMs: Number(row.checked_at),
    isArchived: false,
  }))
}

/** The same as what is read at once: those of which tasks are archived are one. */
export async function listPeriodsToRead(db: Reader): Promise<LedgerPeriod[]> {
  const periods = await listPeriods(db)
  const end = await readArchivedUpTo(db)
  const archived = periods.filter(({ lastId }) => lastId <= end)
  const last = archived.at(-1)
  if (last === undefined) return periods
  const checkedAtMs = Math.min(...archived.map((period) => period.checkedAtMs))
  const first = { ...last, afterId: 0n, afterTaskId: '', checkedAtMs, isArchived: true }
  return [first, ...periods.slice(archived.length)]
}

/** The id of the newest entry; 0 before the first. */
export async function findNewestEntry(db: Reader): Promise<bigint> {
  const { id } = await db
    .selectFrom('ledger_entries')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0n
}

/** When the newest entry was made: where a copy of the database ends. undefined before the first. */
export async function findNewestEntryMs(db: Reader): Promise<number | undefined> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('created_at')
    .where('id', '=', (entries) =>
      entries.selectFrom('ledger_entries').select((all) => all.fn.max('id').as('id')),
    )
    .executeTakeFirst()
  return row && Number(row.created_at)
}

/** What the entries of a period add up to now, for each account that has any. */
export async function sumEntries(
  database: Database,
  { afterId, lastId }: Pick<LedgerPeriod, 'afterId' | 'lastId'>,
): Promise<{
  readonly byAccount: Map<string, Totals>
  readonly entries: bigint
  readonly maxTaskId: string
}> {
  const byAccount = new Map<string, Totals>()
  let entries = 0n
  let maxTaskId = ''
  for (let after = afterId; after < lastId; after += entriesPerStatement) {
    const end = after + entriesPerStatement
    const { rows } = await database.read((db) =>
      sql<Record<TotalName, bigint | string> & { account_id: string; task_id: string | null }>`
        select account_id, max(task_id) as task_id, ${totalsOfEntries} from ledger_entries
        where id > ${after} and id <= ${end < lastId ? end : lastId}
        group by account_id`.execute(db),
    )
    for (const { account_id, task_id, ...row } of rows) {
      const totals = readTotals(row)
      byAccount.set(account_id, addTotals(byAccount.get(account_id) ?? noTotals, totals))
      entries += totals.entries
      if (task_id !== null && task_id > maxTaskId) maxTaskId = task_id
    }
  }
  return { byAccount, entries, maxTaskId }
}

/** Records that all of a period was read, and whether it agreed. */
export async function recordCheck(
  database: Database,
  { afterId, lastId }: Pick<LedgerPeriod, 'afterId' | 'lastId'>,
  agrees: boolean,
): Promise<void> {
  await database.autocommit((db, now) =>
    db
      .updateTable('ledger_periods')
      .set({ checked_at: agrees ? now : 0n })
      .where('last_id', '>', afterId)
      .where('last_id', '<=', lastId)
      .execute(),
  )
}

/** What of the ledger is closed, and how far back workers have proven it. */
export interface ClosedLedger {
  readonly periods: number
  /** The last entry of the last period. */
  readonly lastId: bigint
  /** When the period was closed that was closed last. */
  readonly closedAtMs: number
  /** Since when every period was read and agreed; 0 while something in one of them disagrees. */
  readonly provenSinceMs: number
}

/** Of all accounts, or in the periods in which one has entries; undefined before the first. */
export async function findClosedLedger(db: Reader, accountId?: string): Promise<ClosedLedger | undefined> {
  const row = await db
    .selectFrom('ledger_periods')
    .select((period) => [
      period.fn.countAll<bigint>().as('periods'),
      period.fn.max('last_id').as('last_id'),
      period.fn.max('closed_at').as('closed_at'),
      period.fn.min('checked_at').as('checked_at'),
    ])
    .$if(accountId !== undefined, (query) =>
      query.where(
        'last_id',
        'in',
        db
          .selectFrom('ledger_closings')
          .select('last_id')
          .where('account_id', '=', accountId ?? ''),
      ),
    )
    .executeTakeFirstOrThrow()
  if (row.periods === 0n) return undefined
  return {
    periods: Number(row.periods),
    lastId: row.last_id,
    closedAtMs: Number(row.closed_at),
    provenSinceMs: Number(row.checked_at),
  }
}
