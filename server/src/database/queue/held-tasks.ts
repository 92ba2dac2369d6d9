import { sql } from 'kysely'
import type { ProductName } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import { effectiveMax, type TaskLimits } from '../accounts/limits.ts'
import type { Tx } from '../database.ts'
import type { DatabaseDialect } from '../dialect/dialect.ts'
import type { Reader } from '../tables.ts'

/**
 * Waiting tasks of accounts that run as many as they may. They stand aside, so that a worker that looks for work
 * never reads them one by one: of each account, only the oldest of each product has a turn. Its position is
 * compared with the queue's, and each start moves the account's next turn one step behind the queue's head, as
 * the fair queue does. An account without a limit has no rows here.
 */

/** The next turn of an account among its held tasks of one product. */
export interface HeldTurn {
  readonly product: ProductName
  readonly accountId: string
  readonly taskId: string
  readonly position: number
}

/** The tasks that exclude each other's turns: those of one account and product. */
type Line = Pick<HeldTurn, 'product' | 'accountId'>

/** Holds tasks; each keeps its position. */
export async function insertHeldTasks(tx: Tx, turns: readonly HeldTurn[]): Promise<void> {
  if (turns.length === 0) return
  await tx.db
    .insertInto('held_tasks')
    .values(turns.map((turn) => ({ ...keyOf(turn), position: BigInt(turn.position) })))
    .execute()
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

/** Takes turns; returns those that no other worker is taking. */
export async function takeHeldTasks(tx: Tx, turns: readonly HeldTurn[]): Promise<HeldTurn[]> {
  if (turns.length === 0) return []
  const rows = await tx.db
    .selectFrom('held_tasks')
    .select('task_id')
    .where((row) => row.or(turns.map((turn) => row.and(keyOf(turn)))))
    .modifyEnd(tx.dialect.skipLocked)
    .execute()
  const ids = new Set(rows.map((row) => row.task_id))
  const taken = turns.filter(({ taskId }) => ids.has(taskId))
  if (taken.length > 0) await tx.dialect.deleteByKeys('held_tasks', taken.map(keyOf)).execute(tx.db)
  return taken
}

/**
 * The next turns of all accounts that may run another task, in the order of their positions. Reads one entry per
 * account and product, and every lease once. Takes no lock, so whoever takes a turn checks the limit again.
 */
export async function listHeldTurns(
  db: Reader,
  { firstHeldTasks }: Pick<DatabaseDialect, 'firstHeldTasks'>,
  limits: TaskLimits,
): Promise<HeldTurn[]> {
  const { rows } = await sql<{
    product: ProductName
    account_id: string
    task_id: string
    position: bigint
  }>`
    select held.product, held.account_id, held.task_id, held.position
    from (${firstHeldTasks}) firsts
    join held_tasks held on held.account_id = firsts.account_id and held.product = firsts.product
      and held.task_id = firsts.task_id
    join accounts on accounts.id = firsts.account_id
    left join (${runningTasks()}) running on running.account_id = firsts.account_id
    where coalesce(running.tasks, 0) < ${effectiveMax('tasks_running_max', limits.tasksRunningMax)}`.execute(
    db,
  )
  return rows
    .map((row) => ({
      product: row.product,
      accountId: row.account_id,
      taskId: row.task_id,
      position: Number(row.position),
    }))
    .sort((one, other) => one.position - other.position)
}

/** The oldest held task of each of these lines, of which there is at least one, where the line has any. */
export async function listOldestHeld(
  tx: Tx,
  lines: readonly Line[],
): Promise<(Line & { readonly taskId: string })[]> {
  const rows = await lines
    .map(({ product, accountId }) =>
      tx.db
        .selectFrom('held_tasks')
        .select((row) => [
          sql.lit(product).as('product'),
          sql<string>`${accountId}`.as('account_id'),
          row.fn.min('task_id').as('task_id'),
        ])
        .where('account_id', '=', accountId)
        .where('product', '=', product),
    )
    .reduce((union, query) => union.unionAll(query))
    .execute()
  return rows.flatMap((row) =>
    row.task_id === null ? [] : [{ product: row.product, accountId: row.account_id, taskId: row.task_id }],
  )
}

/** Moves the turn of a held task. */
export async function moveHeldTask(tx: Tx, { position, ...turn }: HeldTurn): Promise<void> {
  await tx.db
    .updateTable('held_tasks')
    .set({ position: BigInt(position) })
    .where('account_id', '=', turn.accountId)
    .where('product', '=', turn.product)
    .where('task_id', '=', turn.taskId)
    .execute()
}

/** How many tasks each of these accounts has PROCESSING; one without any is left out. */
export async function countRunningTasks(
  tx: Tx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await runningTasks(accountIds).execute(tx.db)
  return new Map(rows.map((row) => [row.account_id, BigInt(row.tasks)]))
}

/**
 * The PROCESSING tasks by account: those with a lease and those in the queue again. Reads every lease once, which
 * are as many as all workers have slots.
 */
function runningTasks(accountIds?: readonly string[]) {
  // Not by the index on accounts: it would read every task that the account has ever had.
  const ofAccounts =
    accountIds === undefined ? sql`` : sql` and coalesce(tasks.account_id, '') in (${sql.join(accountIds)})`
  return sql<{ account_id: string; tasks: bigint }>`
    select tasks.account_id as account_id, count(*) as tasks
    from (select task_id from task_leases union select task_id from requeued_tasks) places
    join tasks on tasks.id = places.task_id
    where tasks.status = ${sql.lit(taskMoves.start.to)}${ofAccounts}
    group by tasks.account_id`
}

/** Whether any task is held; for statements that read something else as well. */
export const someAreHeld = sql<bigint | null>`(select 1 from held_tasks limit 1)`

/** The number of held tasks, for the metrics. */
export async function countHeldTasks(db: Reader): Promise<number> {
  const { held } = await db
    .selectFrom('held_tasks')
    .select((row) => row.fn.countAll<bigint>().as('held'))
    .executeTakeFirstOrThrow()
  return Number(held)
}

function keyOf({ product, accountId, taskId }: Omit<HeldTurn, 'position'>) {
  return { account_id: accountId, product, task_id: taskId }
}
