import { sql } from 'kysely'
import type { ProductName } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import { effectiveMax, noMax, type TaskLimits } from '../accounts/task-limits.ts'
import type { Database, Tx } from '../database.ts'
import type { Reader } from '../tables.ts'
import { valueByKey } from '../value-by-key.ts'
import { type BlockedTask, insertBlockedTasks, takeBlockedTasks } from './blocked-tasks.ts'
import { countPermitsTaken, insertPermits, permitsTaken, returnedLines } from './permits.ts'
import { insertQueueRows, queueStepMs } from './queue-rows.ts'

/**
 * The limit of an account's running tasks is a semaphore: the account has that many *permits*, and a task needs one
 * from its start to its end.
 *
 * - A claim *blocks* a task for which there is no permit: it takes it out of the queue, so that no claim reads it
 *   again.
 * - Once a permit is free, the oldest blocked task gets it and *returns* to the queue, one step behind the head like
 *   a new order. It may wait there for its turn; newer tasks of the account cannot take its permit.
 *
 * Both are decided by the rows that there are at that moment: no permit is lost with a process, and a limit may
 * change at any time.
 */

/** The oldest blocked task of an account and product, which may return. */
export interface ReturnableTask extends BlockedTask {
  /** How many permits its account has left. */
  readonly permitsFree: bigint
}

/** More than a worker starts at once while its slots are scarce, so that the turn of every account comes. */
const returnedMax = 256

/**
 * The tasks that may return: the oldest of each account and product, unless one has returned and not started yet.
 * Reads one row of each account and product with blocked tasks, and every lease once. Takes no lock, because a claim
 * checks the limit again.
 */
export async function listReturnable(
  db: Reader,
  { firstBlockedTasks }: Pick<Database['dialect'], 'firstBlockedTasks'>,
  taskLimits: TaskLimits,
): Promise<ReturnableTask[]> {
  const max = effectiveMax('tasks_running_max', taskLimits.tasksRunningMax)
  const free = sql`${max} - coalesce(taken.running + taken.returned, 0)`
  const { rows } = await sql<{
    product: ProductName
    account_id: string
    task_id: string
    permits_free: bigint
  }>`
    select held.product, held.account_id, held.task_id, ${free} as permits_free
    from (${firstBlockedTasks}) held
    join accounts on accounts.id = held.account_id
    left join (${permitsTaken()}) taken on taken.account_id = held.account_id
    left join (${returnedLines}) returned
      on returned.account_id = held.account_id and returned.product = held.product
    where held.task_id is not null and returned.product is null and ${free} > 0`.execute(db)
  return rows.map((row) => ({
    id: row.task_id,
    type: row.product,
    accountId: row.account_id,
    permitsFree: row.permits_free,
  }))
}

/**
 * Returns blocked tasks to the queue, the oldest first and of no account more than it has permits. Those that another
 * worker is returning are left to it.
 */
export async function returnBlockedTasks(
  tx: Tx,
  returnable: readonly (ReturnableTask & { readonly headPosition: number })[],
): Promise<void> {
  const permitsFree = new Map(returnable.map((blocked) => [blocked.accountId, blocked.permitsFree]))
  const chosen = returnable
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .filter(({ accountId }) => {
      const free = permitsFree.get(accountId) ?? 0n
      permitsFree.set(accountId, free - 1n)
      return free > 0n
    })
  const taken = await takeBlockedTasks(tx, chosen.slice(0, returnedMax))
  if (taken.length === 0) return
  const places = taken.map(({ id, type, headPosition }) => ({
    id,
    type,
    queuePosition: headPosition + queueStepMs,
  }))
  const positions = new Map(places.map(({ id, queuePosition }) => [id, BigInt(queuePosition)]))
  await tx.db
    .updateTable('tasks')
    .set({ queue_position: valueByKey('id', positions) })
    .where('id', 'in', [...positions.keys()])
    .execute()
  await insertQueueRows(tx, places)
  await insertPermits(tx, [...positions.keys()])
}

/** A waiting task that a claim has taken out of the queue. */
export interface WaitingTask {
  readonly task: Task
  /** How many tasks its account may run at once. */
  readonly runningMax: bigint
  /** Whether it has returned. */
  readonly hasPermit: boolean
  /** Whether an older task of its account and product is blocked. */
  readonly isBehind: boolean
}

/** Whether the account of a task must be locked before `blockBeyondLimits`. */
export function isLimited({ runningMax }: Pick<WaitingTask, 'runningMax'>): boolean {
  return runningMax < noMax
}

/**
 * Blocks the tasks for which there is no permit, and returns the others, which start. The caller has locked the
 * accounts that are limited, so no other claim of theirs runs at the same time.
 */
export async function blockBeyondLimits(tx: Tx, waiting: readonly WaitingTask[]): Promise<Task[]> {
  const limited = waiting.filter(isLimited)
  const permits = await countPermitsTaken(tx, [...new Set(limited.map(({ task }) => task.accountId))])
  const blocked = new Set<Task>()
  for (const { task, runningMax, hasPermit, isBehind } of limited) {
    const { running, returned } = permits.get(task.accountId) ?? { running: 0n, returned: 0n }
    // The limit may have been lowered since it returned.
    const mayStart = hasPermit ? running < runningMax : running + returned < runningMax && !isBehind
    if (mayStart) {
      const left = hasPermit ? returned - 1n : returned
      permits.set(task.accountId, { running: running + 1n, returned: left })
    } else blocked.add(task)
  }
  await insertBlockedTasks(tx, [...blocked])
  return waiting.map(({ task }) => task).filter((task) => !blocked.has(task))
}
