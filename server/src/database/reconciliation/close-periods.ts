import { sql } from 'kysely'
import { type Database, RolledBack, type Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import { addTotals, noTotals, type Totals, totalNames } from '../money/ledger-totals.ts'
import { findNewestEntry, type LedgerPeriod, listPeriods, sumEntries } from './ledger-periods.ts'

/** Few enough for a run to read a period again in some seconds. */
const entriesDefault = 500_000

/** So many periods in a call: a quarter of a billion tasks, or a jump of the numbers of entries. */
const periodsMax = 1_000
/** Looked up or inserted by a statement. */
const closingsPerStatement = 500

/**
 * Returns the newest entry that the run before has seen, and records that of this one. A smaller id that was not
 * committed by then can only belong to a transaction that has been open since.
 */
export async function exchangeNewestEntry(tx: Tx): Promise<bigint> {
  const newest = await findNewestEntry(tx.db)
  const run = tx.db.selectFrom('sweep_runs').select('position').where('sweep', '=', 'reconcile-ledger')
  const { position } = await run.executeTakeFirstOrThrow()
  await tx.db
    .updateTable('sweep_runs')
    .set({ position: String(newest) })
    .where('sweep', '=', 'reconcile-ledger')
    .execute()
  return BigInt(position ?? 0)
}

/**
 * Closes every full period up to an entry that `exchangeNewestEntry` has returned. Returns how many, which are fewer
 * if an entry turns out to have come late.
 */
export async function closePeriods(
  database: Database,
  upTo: bigint,
  { entriesPerPeriod = entriesDefault }: { readonly entriesPerPeriod?: number | undefined } = {},
): Promise<number> {
  const last = (await database.read(listPeriods)).at(-1)
  let [afterId, afterTaskId] = [last?.lastId ?? 0n, last?.lastTaskId ?? '']
  for (let closed = 0; ; closed += 1) {
    const lastId = afterId + BigInt(entriesPerPeriod)
    if (lastId > upTo || closed === periodsMax) return closed
    const lastTaskId = await closePeriod(database, { afterId, lastId, afterTaskId })
    if (lastTaskId === undefined) return closed
    afterId = lastId
    afterTaskId = lastTaskId
  }
}

/** Returns the period's last task; undefined if an entry has come in between, so that it must be summed up again. */
async function closePeriod(
  database: Database,
  period: Pick<LedgerPeriod, 'afterId' | 'lastId' | 'afterTaskId'>,
): Promise<string | undefined> {
  const { afterId, lastId, afterTaskId } = period
  const { byAccount, entries, maxTaskId } = await sumEntries(database, period)
  const before = await findClosings(database, [...byAccount.keys()], afterId)
  const lastTaskId = maxTaskId > afterTaskId ? maxTaskId : afterTaskId
  return database.transaction(async (tx) => {
    const times = sql`${BigInt(tx.nowMs)}, ${BigInt(tx.nowMs)}`
    const { numAffectedRows } = await sql`${tx.dialect.insertMissing} ledger_periods
      (last_id, last_task_id, closed_at, checked_at) values (${lastId}, ${lastTaskId}, ${times})`.execute(
      tx.db,
    )
    // By another process, or by this transaction if the response to its COMMIT was lost.
    if (numAffectedRows === 0n) return lastTaskId
    if ((await countCommitted(tx, period)) !== entries) return new RolledBack(undefined)
    const rows = [...byAccount].map(([account_id, totals]) => {
      return { account_id, last_id: lastId, ...addTotals(before.get(account_id) ?? noTotals, totals) }
    })
    for (const batch of batchesOf(rows)) await insertRows(tx.db, 'ledger_closings', batch)
    return lastTaskId
  })
}

/** Waits for transactions that have inserted an entry of the period and are still open. */
async function countCommitted(
  tx: Tx,
  { afterId, lastId }: Pick<LedgerPeriod, 'afterId' | 'lastId'>,
): Promise<bigint> {
  const { entries } = await tx.db
    .selectFrom('ledger_entries')
    .select((row) => row.fn.countAll<bigint>().as('entries'))
    .where('id', '>', afterId)
    .where('id', '<=', lastId)
    .modifyEnd(tx.dialect.forShare)
    .executeTakeFirstOrThrow()
  return entries
}

/** The last closings of these accounts up to an entry. */
async function findClosings(
  database: Database,
  accountIds: readonly string[],
  upTo: bigint,
): Promise<Map<string, Totals>> {
  const found = new Map<string, Totals>()
  for (const batch of batchesOf(accountIds)) {
    const rows = await database.read((db) =>
      db
        .selectFrom((last) =>
          last
            .selectFrom('ledger_closings')
            .select((row) => ['account_id', row.fn.max('last_id').as('last_id')])
            .where('account_id', 'in', batch)
            .where('last_id', '<=', upTo)
            .groupBy('account_id')
            .as('last'),
        )
        .innerJoin('ledger_closings', (join) =>
          join
            .onRef('ledger_closings.account_id', '=', 'last.account_id')
            .onRef('ledger_closings.last_id', '=', 'last.last_id'),
        )
        .select(['ledger_closings.account_id', ...totalNames])
        .execute(),
    )
    for (const { account_id, ...totals } of rows) found.set(account_id, totals)
  }
  return found
}

function batchesOf<T>(items: readonly T[]): T[][] {
  const batches: T[][] = []
  for (let first = 0; first < items.length; first += closingsPerStatement)
    batches.push(items.slice(first, first + closingsPerStatement))
  return batches
}
