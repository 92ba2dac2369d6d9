import { sql } from 'kysely'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Tx } from '../database.ts'

/**
 * The permits of accounts that are taken: by the lease of a running task, or by a row of `requeued_tasks` while the
 * task is in the queue, because it lost its worker or has returned.
 */

/** How many of an account's permits are taken. */
export interface PermitsTaken {
  /** By PROCESSING tasks. */
  readonly running: bigint
  /** By tasks that have returned to the queue and not started yet. */
  readonly returned: bigint
}

const running = sql.lit(taskMoves.start.to)
const waiting = sql.lit(taskMoves.start.from)

/** The permits taken, by account. Reads every lease once, which are as many as all workers have slots. */
export function permitsTaken(accountIds?: readonly string[]) {
  // Not by the index on accounts: it would read every task that the account has ever had.
  const accountId = sql`coalesce(tasks.account_id, '')`
  const ofAccounts = accountIds === undefined ? sql`` : sql` where ${accountId} in (${sql.join(accountIds)})`
  return sql<PermitsTaken & { readonly account_id: string }>`
    select ${accountId} as account_id,
      count(case tasks.status when ${running} then 1 end) as running,
      count(case tasks.status when ${waiting} then 1 end) as returned
    from (select task_id from task_leases union select task_id from requeued_tasks) permits
    join tasks on tasks.id = permits.task_id${ofAccounts}
    group by ${accountId}`
}

/** The permits taken of these accounts; an account that has them all free may be left out. */
export async function countPermitsTaken(
  tx: Tx,
  accountIds: readonly string[],
): Promise<Map<string, PermitsTaken>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await permitsTaken(accountIds).execute(tx.db)
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** The accounts and products with a task that has returned and not started yet. */
export const returnedLines = sql`
  select distinct tasks.account_id as account_id, tasks.type as product
  from requeued_tasks join tasks on tasks.id = requeued_tasks.task_id where tasks.status = ${waiting}`

/** Whether a task in the queue, a row of `tasks`, has a permit. */
export const hasPermit = sql<bigint>`exists (
  select 1 from requeued_tasks where requeued_tasks.task_id = tasks.id)`

/** Gives permits to tasks in the queue; repeating it is harmless. */
export async function insertPermits(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const rows = sql.join(taskIds.map((taskId) => sql`(${taskId})`))
  await sql`${tx.dialect.insertMissing} requeued_tasks (task_id) values ${rows}`.execute(tx.db)
}

/** Deletes the permits of tasks that have left the queue. */
export async function deletePermits(tx: Tx, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  const keys = taskIds.map((taskId) => ({ task_id: taskId }))
  await tx.dialect.deleteByKeys('requeued_tasks', keys).execute(tx.db)
}

/**
 * Deletes up to `limit` permits that no task will use, and returns how many there were: of tasks cancelled in the
 * queue, and of those that workers of an older version have ended or blocked. Takes no lock: nothing that has ended
 * goes on, and what is blocked gets a new permit when it returns.
 */
export async function deleteUnusedPermits(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.db
    .selectFrom('requeued_tasks')
    .innerJoin('tasks', 'tasks.id', 'requeued_tasks.task_id')
    .leftJoin('held_tasks', (join) =>
      join
        .onRef('held_tasks.account_id', '=', 'tasks.account_id')
        .onRef('held_tasks.product', '=', 'tasks.type')
        .onRef('held_tasks.task_id', '=', 'tasks.id'),
    )
    .select('requeued_tasks.task_id')
    .where((row) => row.or([row('completed_at', 'is not', null), row('held_tasks.task_id', 'is not', null)]))
    .limit(limit)
    .execute()
  await deletePermits(
    tx,
    rows.map((row) => row.task_id),
  )
  return rows.length
}
