import { sql } from 'kysely'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import { dayOf } from '../../core/domain/utc-day.ts'
import type { Tx } from '../database.ts'
import { noTotals, readTotals, type TotalName, type Totals, totalNames } from '../money/ledger-totals.ts'
import type { LedgerKind, Reader } from '../tables.ts'
import type { ArchivedTask } from './archived-task.ts'

/**
 * What archived tasks add up to, written in the transactions in which they leave and come back: a sum is that of the
 * tables and this one, at every moment.
 */

const usageSums = ['succeeded', 'failed', 'cancelled', 'charged', 'refunded'] as const
const costSums = ['results', 'charged', 'known', 'known_charged', 'known_cost'] as const

/** Adds tasks that this transaction deletes, or subtracts those that it restores. */
export async function countArchived(
  tx: Tx,
  tasks: readonly ArchivedTask[],
  by: 'added' | 'subtracted',
): Promise<void> {
  const sign = by === 'added' ? 1n : -1n
  const usage = sumBy(tasks, usageSums, ({ task }) => {
    const isCharged = task.status === taskMoves.succeed.to
    return {
      account_id: task.account_id,
      day: dayAt(task.completed_at),
      product: task.type,
      api_key_id: task.api_key_id ?? '',
      succeeded: isCharged ? sign : 0n,
      failed: task.status === taskMoves.fail.to ? sign : 0n,
      cancelled: task.status === taskMoves.cancel.to ? sign : 0n,
      charged: isCharged ? sign * task.cost : 0n,
      refunded: isCharged ? 0n : sign * task.cost,
    }
  })
  if (usage.length > 0)
    await tx.db
      .insertInto('archived_usage')
      .values(usage)
      .modifyEnd(tx.dialect.addToExisting(usageSums))
      .execute()
  const succeeded = tasks.filter(({ task }) => task.status === taskMoves.succeed.to)
  const limited = succeeded.filter(({ task }) => task.key_limits_id !== null)
  const spending = sumBy(limited, ['spent'], ({ task }) => ({
    limits_id: task.key_limits_id ?? '',
    day: dayAt(task.created_at),
    spent: sign * task.cost,
  }))
  if (spending.length > 0)
    await tx.db
      .insertInto('archived_spending')
      .values(spending)
      .modifyEnd(tx.dialect.addToExisting(['spent']))
      .execute()
  const costs = sumBy(succeeded, costSums, ({ task }) => {
    const isKnown = task.engine_cost !== null
    return {
      day: dayAt(task.completed_at),
      product: task.type,
      provider: task.provider ?? '',
      results: sign,
      charged: sign * task.cost,
      known: isKnown ? sign : 0n,
      known_charged: isKnown ? sign * task.cost : 0n,
      known_cost: sign * (task.engine_cost ?? 0n),
    }
  })
  if (costs.length > 0)
    await tx.db
      .insertInto('archived_costs')
      .values(costs)
      .modifyEnd(tx.dialect.addToExisting(costSums))
      .execute()
}

function dayAt(timeMs: bigint | null): bigint {
  return BigInt(dayOf(Number(timeMs)))
}

/** Rows that differ in nothing but their sums become one. */
function sumBy<Sum extends string, Row extends Readonly<Record<Sum, bigint>>>(
  tasks: readonly ArchivedTask[],
  sums: readonly Sum[],
  rowOf: (task: ArchivedTask) => Row,
): Row[] {
  const rows = new Map<string, Row>()
  for (const task of tasks) {
    const row = rowOf(task)
    const key = Object.entries(row)
      .filter(([name]) => !sums.some((sum) => sum === name))
      .map(([, value]) => String(value))
      .join(' ')
    const before = rows.get(key)
    const added = before && Object.fromEntries(sums.map((name) => [name, before[name] + row[name]]))
    rows.set(key, { ...row, ...added })
  }
  return [...rows.values()]
}

/** The ledger's totals as sums over `archived_usage`: each task has a reservation and a settlement of its cost. */
export const archivedTotals: Readonly<Record<TotalName, ReturnType<typeof sql>>> = {
  entries: sql`2 * coalesce(sum(succeeded + failed + cancelled), 0)`,
  credited: sql`0`,
  debited: sql`0`,
  reserved: sql`coalesce(sum(charged + refunded), 0)`,
  charged: sql`coalesce(sum(charged), 0)`,
  refunded: sql`coalesce(sum(refunded), 0)`,
  reservations: sql`coalesce(sum(succeeded + failed + cancelled), 0)`,
  charges: sql`coalesce(sum(succeeded), 0)`,
  refunds: sql`coalesce(sum(failed + cancelled), 0)`,
}

/** The same of each account that has any, in the order of their ids. */
export async function listArchivedTotals(
  db: Reader,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly accountId: string; readonly totals: Totals }[]> {
  const columns = sql.join(totalNames.map((name) => sql`${archivedTotals[name]} as ${sql.ref(name)}`))
  const { rows } = await sql<Record<TotalName, bigint | string> & { account_id: string }>`
    select account_id, ${columns} from archived_usage where account_id > ${after}
    group by account_id order by account_id limit ${limit}`.execute(db)
  return rows.map(({ account_id, ...totals }) => ({ accountId: account_id, totals: readTotals(totals) }))
}

/** What the entries of a task add up to. */
export function totalsOfTask({ entries }: ArchivedTask): Totals {
  const amount = (kind: LedgerKind) =>
    entries.reduce((sum, entry) => (entry.kind === kind ? sum + entry.amount : sum), 0n)
  const count = (kind: LedgerKind) => BigInt(entries.filter((entry) => entry.kind === kind).length)
  return {
    ...noTotals,
    entries: BigInt(entries.length),
    reserved: amount('reserve'),
    charged: amount('charge'),
    refunded: amount('refund'),
    reservations: count('reserve'),
    charges: count('charge'),
    refunds: count('refund'),
  }
}
