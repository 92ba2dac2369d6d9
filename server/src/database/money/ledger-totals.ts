import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { correctOnce } from '../sweep-runs.ts'
import type { LedgerKind, Reader } from '../tables.ts'

/** What an account's entries add up to: how many there are, the amounts of each kind, and the tasks that they move. */
export const totalNames = [
  'entries',
  'credited',
  'debited',
  'reserved',
  'charged',
  'refunded',
  'reservations',
  'charges',
  'refunds',
] as const

export type TotalName = (typeof totalNames)[number]

/** Amounts in micro-dollars. */
export type Totals = Readonly<Record<TotalName, bigint>>

export const noTotals: Totals = mapTotals(() => 0n)

type Sum = RawBuilder<bigint | string>

const amountOf = (kind: LedgerKind): Sum =>
  sql`coalesce(sum(case kind when ${sql.lit(kind)} then amount else 0 end), 0)`
const countOf = (kind: LedgerKind): Sum =>
  sql`coalesce(sum(case kind when ${sql.lit(kind)} then 1 else 0 end), 0)`

const sums: Readonly<Record<TotalName, Sum>> = {
  entries: sql`count(*)`,
  credited: amountOf('credit'),
  debited: amountOf('debit'),
  reserved: amountOf('reserve'),
  charged: amountOf('charge'),
  refunded: amountOf('refund'),
  reservations: countOf('reserve'),
  charges: countOf('charge'),
  refunds: countOf('refund'),
}

/** The totals as columns of a SELECT over ledger entries. */
export const totalsOfEntries = sql.join(totalNames.map((name) => sql`${sums[name]} as ${sql.ref(name)}`))

/** Totals as a database returns them: MySQL has sums as decimal strings. */
export function readTotals(row: Readonly<Record<TotalName, bigint | string>>): Totals {
  return mapTotals((name) => BigInt(row[name]))
}

export function addTotals(one: Totals, other: Totals): Totals {
  return mapTotals((name) => one[name] + other[name])
}

function mapTotals(totalOf: (name: TotalName) => bigint): Totals {
  return {
    entries: totalOf('entries'),
    credited: totalOf('credited'),
    debited: totalOf('debited'),
    reserved: totalOf('reserved'),
    charged: totalOf('charged'),
    refunded: totalOf('refunded'),
    reservations: totalOf('reservations'),
    charges: totalOf('charges'),
    refunds: totalOf('refunds'),
  }
}

/**
 * Counts the open tasks of an account again from its ledger, where each has a reservation and no settlement, and adds
 * what its count lacks. Entries are read without the account's lock: those that no closing has may be half a million.
 * Movements change them and the count in one transaction, so what is lacking stays the same meanwhile; but not while a
 * count that is too low is kept from falling below 0, which the next reconciliation finds.
 */
export async function recountOpenTasks(database: Database, accountId: string): Promise<void> {
  await correctOnce(database, {
    read: () => database.readLongRunning((db) => countMissingOpen(db, accountId)),
    async write(tx, missing) {
      const corrected = sql<bigint>`tasks_open + ${missing}`
      await tx.db
        .updateTable('accounts')
        .set({ tasks_open: sql<bigint>`case when ${corrected} > 0 then ${corrected} else 0 end` })
        .where('id', '=', accountId)
        .execute()
    },
  })
}

/** The count and the entries since the last closing, which never changes, are of one moment; undefined if they agree. */
async function countMissingOpen(db: Reader, accountId: string): Promise<bigint | undefined> {
  const closing = await db
    .selectFrom('ledger_closings')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('last_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const counted = sql<bigint>`(select tasks_open from accounts where id = ${accountId})`
  const { rows } = await sql<Record<TotalName, bigint | string> & { readonly counted: bigint | null }>`
    select ${counted} as counted, ${totalsOfEntries} from ledger_entries
    where account_id = ${accountId} and id > ${closing?.last_id ?? 0n}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A sum without groups has a row.')
  const { reservations, charges, refunds } = addTotals(closing ?? noTotals, readTotals(row))
  const missing = reservations - charges - refunds - (row.counted ?? 0n)
  return missing === 0n ? undefined : missing
}
