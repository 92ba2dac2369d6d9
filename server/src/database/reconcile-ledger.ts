import { sql } from 'kysely'
import type { Database } from './database.js'

/** One place where the books do not agree; empty is the only good answer. */
export interface Disagreement {
  readonly kind: 'balance' | 'reserved' | 'task'
  readonly accountId: string
  readonly taskId?: string
  /** Micro-dollars, or what a task's entries should be. */
  readonly expected: string
  readonly actual: string
}

/**
 * Holds every account against its ledger and every task against its entries: balance is credits less reservations plus
 * refunds, reserved is reservations less charges and refunds, an open task has its reservation alone and an ended one the
 * closing entry that its status demands, each of the task's cost. One statement each, so each sees one moment.
 */
export async function findDisagreements(database: Database, limit = 1000): Promise<Disagreement[]> {
  const accounts = await database.readAtLength((db) =>
    sql<{ id: string; balance: bigint; reserved: bigint; ledger_balance: unknown; ledger_reserved: unknown }>`
      select * from (
        select a.id, a.balance, a.reserved,
          coalesce(sum(case e.kind when 'credit' then e.amount when 'refund' then e.amount when 'reserve' then -e.amount else 0 end), 0) as ledger_balance,
          coalesce(sum(case e.kind when 'reserve' then e.amount when 'charge' then -e.amount when 'refund' then -e.amount else 0 end), 0) as ledger_reserved
        from accounts a left join ledger_entries e on e.account_id = a.id
        group by a.id, a.balance, a.reserved
      ) books
      where balance <> ledger_balance or reserved <> ledger_reserved
      limit ${sql.lit(limit)}`.execute(db),
  )
  const tasks = await database.readAtLength((db) =>
    sql<{
      id: string
      account_id: string
      status: string
      cost: bigint
      opened: unknown
      closing: string | null
    }>`
      select * from (
        select t.id, t.account_id, t.status, t.cost, o.amount as opened, c.kind as closing, c.amount as closed
        from tasks t
        left join ledger_entries o on o.task_id = t.id and o.phase = 1
        left join ledger_entries c on c.task_id = t.id and c.phase = 2
      ) books
      where opened is null or opened <> cost or (closed is not null and closed <> cost)
        or coalesce(closing, 'none') <> case status
          when 'SUCCEEDED' then 'charge' when 'FAILED' then 'refund' when 'CANCELLED' then 'refund' else 'none' end
      limit ${sql.lit(limit)}`.execute(db),
  )
  return [
    ...accounts.rows.flatMap((row) => compareAccount(row)),
    ...tasks.rows.map((row) => ({
      kind: 'task' as const,
      accountId: row.account_id,
      taskId: row.id,
      expected: `${row.status} of ${row.cost}`,
      actual: `opened ${String(row.opened)}, closed by ${row.closing ?? 'nothing'}`,
    })),
  ]
}

function compareAccount(row: {
  id: string
  balance: bigint
  reserved: bigint
  ledger_balance: unknown
  ledger_reserved: unknown
}): Disagreement[] {
  const pairs = [
    { kind: 'balance' as const, actual: String(row.balance), expected: String(row.ledger_balance) },
    { kind: 'reserved' as const, actual: String(row.reserved), expected: String(row.ledger_reserved) },
  ]
  return pairs.filter((pair) => pair.actual !== pair.expected).map((pair) => ({ ...pair, accountId: row.id }))
}
