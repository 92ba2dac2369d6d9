import { sql } from 'kysely'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import type { Reader } from '../tables.ts'

/** Waiting tasks that are not in the queue, because their accounts run as many as they may. */

export type BlockedTask = Pick<Task, 'id' | 'type' | 'accountId'>

/** Holds tasks; the caller has taken them out of the queue. */
export async function insertBlockedTasks(tx: Tx, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  const rows = tasks.map((task) => ({
    ...keyOf(task),
    // Read by workers of versions in which a blocked task starts without returning to the queue.
    position: BigInt(task.queuePosition),
  }))
  await insertRows(tx.db, 'held_tasks', rows)
}

/** Takes blocked tasks; returns those that no other transaction is taking. */
export async function takeBlockedTasks<Blocked extends BlockedTask>(
  tx: Tx,
  tasks: readonly Blocked[],
): Promise<Blocked[]> {
  if (tasks.length === 0) return []
  const rows = await tx.db
    .selectFrom('held_tasks')
    .select('task_id')
    .where((row) => row.or(tasks.map((task) => row.and(keyOf(task)))))
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  const ids = new Set(rows.map((row) => row.task_id))
  const taken = tasks.filter(({ id }) => ids.has(id))
  if (taken.length > 0) await tx.dialect.deleteByKeys('held_tasks', taken.map(keyOf)).execute(tx.db)
  return taken
}

/** Takes a task out of those that are blocked. False if it is not blocked. */
export async function deleteBlockedTask(tx: Tx, task: BlockedTask): Promise<boolean> {
  const { numAffectedRows } = await tx.dialect.deleteByKeys('held_tasks', [keyOf(task)]).execute(tx.db)
  return numAffectedRows === 1n
}

/** Whether any task is blocked; for statements that read something else as well. */
export const someAreBlocked = sql<bigint | null>`(select 1 from held_tasks limit 1)`

/** Whether a row of `tasks` is behind an older blocked one of its account and product. */
export const isBehindBlocked = sql<bigint>`exists (
  select 1 from held_tasks where held_tasks.account_id = tasks.account_id and held_tasks.product = tasks.type
    and held_tasks.task_id < tasks.id)`

/** The number of blocked tasks, for the metrics. */
export async function countBlockedTasks(db: Reader): Promise<number> {
  const { held } = await db
    .selectFrom('held_tasks')
    .select((row) => row.fn.countAll<bigint>().as('held'))
    .executeTakeFirstOrThrow()
  return Number(held)
}

function keyOf({ id, type, accountId }: BlockedTask) {
  return { account_id: accountId, product: type, task_id: id }
}
