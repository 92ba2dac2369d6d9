import { type ErrorCode, ServiceError } from '@mediagen/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database.ts'
import { lockAccounts } from './accounts.ts'

/** The service's settings for accounts without a limit of their own; undefined: none. */
export interface TaskLimits {
  /** Maximum QUEUED and PROCESSING tasks of an account. */
  readonly tasksOpenMax?: number | undefined
  /** Maximum PROCESSING tasks of an account. */
  readonly tasksRunningMax?: number | undefined
}

/** More than any number of tasks: the maximum of an account without one. */
export const noMax = 2n ** 63n - 1n

/** The maximum that applies to an account's row: its own, else the setting. An own value of 0 means none. */
export function effectiveMax(
  column: 'tasks_open_max' | 'tasks_running_max',
  setting: number | undefined,
): RawBuilder<bigint> {
  return sql`coalesce(nullif(coalesce(${sql.ref(column)}, ${sql.lit(BigInt(setting ?? 0))}), 0), ${sql.lit(noMax)})`
}

/** What refused an account was gone when its reason was read, so the transaction is to run again. */
export class RefusalGoneError extends Error {
  override readonly name = 'RefusalGoneError'
}

/**
 * Why accounts cannot reserve these costs for so many tasks each, read only after they were refused, from rows that
 * nobody has locked. What only the operator can change comes before what time changes.
 */
export async function findRefusal(
  tx: Tx,
  costs: ReadonlyMap<string, bigint>,
  counts: ReadonlyMap<string, bigint>,
  { tasksOpenMax }: TaskLimits,
): Promise<ServiceError | RefusalGoneError> {
  const rows = await tx.db
    .selectFrom('accounts')
    .select([
      'id',
      'state',
      'balance',
      'tasks_open',
      effectiveMax('tasks_open_max', tasksOpenMax).as('open_max'),
    ])
    .where('id', 'in', [...counts.keys()])
    .execute()
  const reasons = rows.map((row): ErrorCode | undefined => {
    if (row.state !== 'ACTIVE') return 'ACCOUNT_NOT_ACTIVE'
    if (row.tasks_open + (counts.get(row.id) ?? 0n) > row.open_max) return 'TOO_MANY_OPEN_TASKS'
    return row.balance < (costs.get(row.id) ?? 0n) ? 'INSUFFICIENT_BALANCE' : undefined
  })
  const code = refusals.find((refusal) => reasons.includes(refusal))
  return code === undefined ? new RefusalGoneError() : new ServiceError(code)
}

const refusals: readonly ErrorCode[] = ['ACCOUNT_NOT_ACTIVE', 'TOO_MANY_OPEN_TASKS', 'INSUFFICIENT_BALANCE']

/** Counts the open tasks of an account again from its ledger, where each has a reservation and no settlement. */
export async function recountOpenTasks(tx: Tx, accountId: string): Promise<void> {
  // Movements of an account wait for its row after they have written their entries, so none is counted twice.
  await lockAccounts(tx, [accountId])
  const { open } = await tx.db
    .selectFrom('ledger_entries')
    .select(openTasksSum.as('open'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  await tx.db
    .updateTable('accounts')
    .set({ tasks_open: BigInt(open) })
    .where('id', '=', accountId)
    .execute()
}

/** The number of open tasks over ledger entries; MySQL returns sums as decimal strings. */
export const openTasksSum = sql<
  bigint | string
>`coalesce(sum(case kind when 'reserve' then 1 when 'charge' then -1 when 'refund' then -1 else 0 end), 0)`
