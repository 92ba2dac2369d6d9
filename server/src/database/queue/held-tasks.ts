import { sql } from 'kysely'
import type { ProductName } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import type { Reader } from '../tables.ts'

/** Waiting tasks that are not in the queue, because their accounts run as many as they may. */

export interface HeldTask {
  readonly product: ProductName
  readonly accountId: string
  readonly taskId: string
}

/** Holds tasks; the caller has taken them out of the queue. */
export async function insertHeldTasks(tx: Tx, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  const rows = tasks.map(({ id, type, accountId, queuePosition }) => ({
    ...keyOf({ product: type, accountId, taskId: id }),
    // Read by workers of versions in which a held task starts without returning to the queue.
    position: BigInt(queuePosition),
  }))
  await insertRows(tx.db, 'held_tasks', rows)
}

/** Takes held tasks; returns those that no other transaction is taking. */
export async function takeHeldTasks<Held extends HeldTask>(tx: Tx, tasks: readonly Held[]): Promise<Held[]> {
  if (tasks.length === 0) return []
  const rows = await tx.db
    .selectFrom('held_tasks')
    .select('task_id')
    .where((row) => row.or(tasks.map((task) => row.and(keyOf(task)))))
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  const ids = new Set(rows.map((row) => row.task_id))
  const taken = tasks.filter(({ taskId }) => ids.has(taskId))
  if (taken.length > 0) await tx.dialect.deleteByKeys('held_tasks', taken.map(keyOf)).execute(tx.db)
  return taken
}

/** Takes a task out of those that are held. False if it is not held. */
export async function deleteHeldTask(
  tx: Tx,
  { id, type, accountId }: Pick<Task, 'id' | 'type' | 'accountId'>,
): Promise<boolean> {
  const key = keyOf({ product: type, accountId, taskId: id })
  const { numAffectedRows } = await tx.dialect.deleteByKeys('held_tasks', [key]).execute(tx.db)
  return numAffectedRows === 1n
}

/** Whether any task is held; for statements that read something else as well. */
export const someAreHeld = sql<bigint | null>`(select 1 from held_tasks limit 1)`

/** Whether a row of `tasks` is behind an older held one of its account and product. */
export const isBehindHeld = sql<bigint>`exists (
  select 1 from held_tasks where held_tasks.account_id = tasks.account_id and held_tasks.product = tasks.type
    and held_tasks.task_id < tasks.id)`

/** The number of held tasks, for the metrics. */
export async function countHeldTasks(db: Reader): Promise<number> {
  const { held } = await db
    .selectFrom('held_tasks')
    .select((row) => row.fn.countAll<bigint>().as('held'))
    .executeTakeFirstOrThrow()
  return Number(held)
}

function keyOf({ product, accountId, taskId }: HeldTask) {
  return { account_id: accountId, product, task_id: taskId }
}
