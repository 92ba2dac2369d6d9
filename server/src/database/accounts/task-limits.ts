import { type RawBuilder, sql } from 'kysely'
import { int64Max } from '../../core/domain/int64-max.ts'
import type { Tx } from '../database.ts'

/** The service's settings for accounts without a limit of their own; undefined: none. */
export interface TaskLimits {
  /** Maximum QUEUED and PROCESSING tasks of an account. */
  readonly tasksOpenMax?: number | undefined
  /** Maximum PROCESSING tasks of an account. */
  readonly tasksRunningMax?: number | undefined
}

/** More than any number of tasks: the maximum of an account without one. */
export const noMax = int64Max

/** The maximum that applies to an account's row: its own, else the setting. An own value of 0 means none. */
export function effectiveMax(
  column: 'tasks_open_max' | 'tasks_running_max',
  setting: number | undefined,
): RawBuilder<bigint> {
  return sql`coalesce(nullif(coalesce(${sql.ref(column)}, ${sql.lit(BigInt(setting ?? 0))}), 0), ${sql.lit(noMax)})`
}

/** Why an account cannot reserve; `gone`: what refused it has changed since, so another try may find it acceptable. */
export interface AccountRefusal {
  readonly kind: (typeof reasons)[number] | 'gone'
}

/** What only the operator can change comes before what time changes. */
const reasons = ['accountNotActive', 'tooManyOpenTasks', 'balanceTooLow'] as const

/**
 * Why accounts cannot reserve these costs for so many tasks each, read only after they were refused, from rows that
 * nobody has locked.
 */
export async function findRefusal(
  tx: Tx,
  costs: ReadonlyMap<string, bigint>,
  counts: ReadonlyMap<string, bigint>,
  { tasksOpenMax }: TaskLimits,
): Promise<AccountRefusal> {
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
  const found = rows.map((row): AccountRefusal['kind'] => {
    if (row.state !== 'ACTIVE') return 'accountNotActive'
    if (row.tasks_open + (counts.get(row.id) ?? 0n) > row.open_max) return 'tooManyOpenTasks'
    return row.balance < (costs.get(row.id) ?? 0n) ? 'balanceTooLow' : 'gone'
  })
  return { kind: reasons.find((reason) => found.includes(reason)) ?? 'gone' }
}
