import type { Task } from '../domain/task.js'
import { type StoredMedia, type TaskFailure, taskMoves } from '../domain/task-states.js'
import type { Tx } from './database.js'
import { ledger } from './ledger.js'

/**
 * The only writer of a task's status. Each move is a row of `taskMoves`: one guarded UPDATE from the status that the row
 * names, then the money that it names, in the same transaction.
 */

export type NewTask = Pick<
  Task,
  'id' | 'accountId' | 'type' | 'tier' | 'parameters' | 'cost' | 'queuePosition'
>

/** Writes tasks, makes them claimable and reserves their costs, all or none. Throws INSUFFICIENT_BALANCE; then roll back. */
export async function acceptTasks(tx: Tx, tasks: readonly NewTask[]): Promise<void> {
  await tx.db
    .insertInto('tasks')
    .values(
      tasks.map((task) => ({
        id: task.id,
        account_id: task.accountId,
        type: task.type,
        tier: task.tier,
        status: taskMoves.accept.to,
        parameters: JSON.stringify(task.parameters),
        cost: task.cost.micros,
        created_at: BigInt(tx.nowMs),
        queue_position: BigInt(task.queuePosition),
        attempt: 0n,
        epoch: 0n,
      })),
    )
    .execute()
  await insertQueueRows(tx, tasks)
  await ledger[taskMoves.accept.money](
    tx,
    tasks.map((task) => ({ accountId: task.accountId, taskId: task.id, amount: task.cost })),
  )
}

/** Makes tasks claimable, each in its place. */
export async function insertQueueRows(
  tx: Tx,
  tasks: readonly Pick<Task, 'id' | 'type' | 'queuePosition'>[],
): Promise<void> {
  await tx.db
    .insertInto('task_queue')
    .values(
      tasks.map((task) => ({ product: task.type, position: BigInt(task.queuePosition), task_id: task.id })),
    )
    .execute()
}

/**
 * A worker begins these tasks: from QUEUED, or again after a lapsed lease. Each gets a new epoch, which shuts out
 * whoever had it before. The caller has taken their queue rows in this transaction.
 */
export async function startTasks(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('tasks')
    .set((row) => ({
      status: taskMoves.start.to,
      started_at: row.fn.coalesce('started_at', row.val(BigInt(tx.nowMs))),
      attempt: row('attempt', '+', 1n),
      epoch: row('epoch', '+', 1n),
    }))
    .where('id', 'in', taskIds)
    .where('status', 'in', [taskMoves.start.from, taskMoves.retake.from])
    .execute()
}

/** False when the task is not QUEUED any more; the caller must then roll back or change nothing else. */
export async function cancelQueuedTask(
  tx: Tx,
  task: Pick<Task, 'id' | 'accountId' | 'cost'>,
): Promise<boolean> {
  const move = taskMoves.cancel
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set({ status: move.to, completed_at: BigInt(tx.nowMs) })
    .where('id', '=', task.id)
    .where('status', '=', move.from)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  await ledger[move.money](tx, { accountId: task.accountId, taskId: task.id, amount: task.cost })
  return true
}

/** Who may end a running task: the holder of its newest epoch. */
export type RunningTask = Pick<Task, 'id' | 'accountId' | 'cost' | 'epoch'>

/** Ends a running task with its result and charges it. False when another worker holds it by now: the result is dropped. */
export async function succeedTask(
  tx: Tx,
  task: RunningTask,
  output: readonly StoredMedia[],
): Promise<boolean> {
  return endTask(tx, task, 'succeed', { output: JSON.stringify(output) })
}

/** Ends a running task without a result and refunds it. False when another worker holds it by now. */
export async function failTask(tx: Tx, task: RunningTask, failure: TaskFailure): Promise<boolean> {
  return endTask(tx, task, 'fail', { error_code: failure.code, error_message: failure.message })
}

/** Whether this very attempt has ended the task already, in an earlier run of the transaction whose COMMIT went unheard. */
async function hasEndedAs(tx: Tx, task: RunningTask, status: Task['status']): Promise<boolean> {
  const row = await tx.db
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', task.id)
    .where('epoch', '=', BigInt(task.epoch))
    .where('status', '=', status)
    .executeTakeFirst()
  return row !== undefined
}

async function endTask(
  tx: Tx,
  task: RunningTask,
  moveName: 'succeed' | 'fail',
  result: { output: string } | { error_code: TaskFailure['code']; error_message: string },
): Promise<boolean> {
  const move = taskMoves[moveName]
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set({ ...result, status: move.to, completed_at: BigInt(tx.nowMs) })
    .where('id', '=', task.id)
    .where('status', '=', move.from)
    .where('epoch', '=', BigInt(task.epoch))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return tx.mayHaveCommitted && (await hasEndedAs(tx, task, move.to))
  await tx.db.deleteFrom('task_leases').where('task_id', '=', task.id).execute()
  await ledger[move.money](tx, { accountId: task.accountId, taskId: task.id, amount: task.cost })
  return true
}
