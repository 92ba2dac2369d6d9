import { sql } from 'kysely'
import { Usd } from '../../core/domain/money/usd.ts'
import { type TaskStatus, taskMoves } from '../../core/domain/tasks/task-states.ts'
import { permitsTaken } from '../queue/permits.ts'
import type { Reader } from '../tables.ts'

/** What an account was ever given and charged, and how many tasks it has in each status. */
export interface AccountTotals {
  readonly credited: Usd
  readonly debited: Usd
  readonly charged: Usd
  readonly tasks: ReadonlyMap<TaskStatus, number>
}

/**
 * From what is counted anyway, at one moment: its usage by day, its open tasks, and the leases of all workers. Never
 * from its tasks and ledger entries, which are millions. What was credited follows from the rest; the reconciliation
 * compares all of it with the ledger.
 */
export async function readAccountTotals(db: Reader, accountId: string): Promise<AccountTotals> {
  const { rows } = await sql<Row>`
    select balance, reserved, tasks_open, charged, succeeded, failed, cancelled,
      (select coalesce(sum(amount), 0) from debits where debits.account_id = accounts.id) as debited,
      (select coalesce(max(running), 0) from (${permitsTaken([accountId])}) permits_of_account) as running
    from accounts, (
      select coalesce(sum(charged), 0) as charged, coalesce(sum(succeeded), 0) as succeeded,
        coalesce(sum(failed), 0) as failed, coalesce(sum(cancelled), 0) as cancelled
      from usage_days where account_id = ${accountId}
    ) used
    where id = ${accountId}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error(`The account ${accountId} is missing.`)
  const of = (column: keyof Row): bigint => BigInt(row[column])
  const held = of('balance') + of('reserved')
  return {
    credited: Usd.ofMicros(held + of('charged') + of('debited')),
    debited: Usd.ofMicros(of('debited')),
    charged: Usd.ofMicros(of('charged')),
    tasks: new Map<TaskStatus, number>([
      [taskMoves.accept.to, Number(of('tasks_open') - of('running'))],
      [taskMoves.start.to, Number(of('running'))],
      [taskMoves.succeed.to, Number(of('succeeded'))],
      [taskMoves.fail.to, Number(of('failed'))],
      [taskMoves.cancel.to, Number(of('cancelled'))],
    ]),
  }
}

/** MySQL returns sums as decimal strings. */
type Row = Record<
  | 'balance'
  | 'reserved'
  | 'tasks_open'
  | 'charged'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'debited'
  | 'running',
  bigint | string
>
