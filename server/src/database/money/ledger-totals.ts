import { type RawBuilder, sql } from 'kysely'
import { lockAccounts } from '../accounts/accounts.ts'
import type { Tx } from '../database.ts'
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

/** What all entries of an account add up to: its last closing, and what came after it. */
async function totalsOf(db: Reader, accountId: string): Promise<Totals> {
  const closing = await db
    .selectFrom('ledger_closings')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('last_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows } = await sql<Record<TotalName, bigint | string>>`select ${totalsOfEntries} from ledger_entries
    where account_id = ${accountId} and id > ${closing?.last_id ?? 0n}`.execute(db)
  const since = rows[0] === undefined ? noTotals : readTotals(rows[0])
  return closing === undefined ? since : addTotals(closing, since)
}

/** Counts the open tasks of an account again from its ledger, where each has a reservation and no settlement. */
export async function recountOpenTasks(tx: Tx, accountId: string): Promise<void> {
  // Movements of an account wait for its row after they have written their entries, so none is counted twice.
  await lockAccounts(tx, [accountId])
  const { reservations, charges, refunds } = await totalsOf(tx.db, accountId)
  await tx.db
    .updateTable('accounts')
    .set({ tasks_open: reservations - charges - refunds })
    .where('id', '=', accountId)
    .execute()
}
