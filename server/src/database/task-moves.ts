import type { RawBuilder } from 'kysely'
import type { Task } from '../core/domain/task.ts'
import {
  type StoredMedia,
  type TaskErrorCode,
  type TaskFailure,
  taskMoves,
} from '../core/domain/task-states.ts'
import type { Tx } from './database.ts'
import { findWritten } from './find-written.ts'
import { ledger, type Movement } from './ledger.ts'
import { valueByKey } from './value-by-key.ts'
import { deleteLeases, insertQueueRows } from './work-rows.ts'

/**
 * The only writer of a task's status: one function per row of `taskMoves`. Each is a guarded UPDATE from that
 * row's status, followed by its movement of money, in the same transaction.
 */

export type NewTask = Pick<
  Task,
  'id' | 'accountId' | 'type' | 'tier' | 'parameters' | 'cost' | 'queuePosition'
>

/**
 * Inserts tasks, queues them and reserves their costs, all or none. Throws INSUFFICIENT_BALANCE; then roll
 * back.
 */
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
  await ledger.reserve(tx, tasks.map(costOf))
}

/**
 * Starts waiting tasks; the caller has taken their queue rows in this transaction. Returns the updated tasks.
 */
export async function startTasks(tx: Tx, tasks: readonly Task[]): Promise<Task[]> {
  await beginAttempts(tx, tasks, taskMoves.start)
  return tasks.map((task) => ({ ...begun(task), startedAtMs: tx.nowMs, status: taskMoves.start.to }))
}

/** The same for requeued tasks; `startedAtMs` keeps the first start. */
export async function retakeTasks(tx: Tx, tasks: readonly Task[]): Promise<Task[]> {
  await beginAttempts(tx, tasks, taskMoves.retake)
  return tasks.map(begun)
}

/** Increments each task's epoch, which fences off the previous worker. */
async function beginAttempts(
  tx: Tx,
  tasks: readonly Task[],
  move: typeof taskMoves.start | typeof taskMoves.retake,
): Promise<void> {
  if (tasks.length === 0) return
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set((row) => ({
      status: move.to,
      started_at: row.fn.coalesce('started_at', row.val(BigInt(tx.nowMs))),
      attempt: row('attempt', '+', 1n),
      epoch: row('epoch', '+', 1n),
    }))
    .where(
      'id',
      'in',
      tasks.map(({ id }) => id),
    )
    .where('status', '=', move.from)
    .executeTakeFirstOrThrow()
  // A taken queue row is held until the transaction ends, and no other move leaves one behind.
  if (numUpdatedRows !== BigInt(tasks.length)) throw new Error(`A task with a queue row is not ${move.from}.`)
}

function begun(task: Task): Task {
  return { ...task, attempt: task.attempt + 1, epoch: task.epoch + 1 }
}

/** False if the task is not QUEUED any more; the caller must then roll back or change nothing else. */
export async function cancelTask(tx: Tx, task: Pick<Task, 'id' | 'accountId' | 'cost'>): Promise<boolean> {
  const move = taskMoves.cancel
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set({ status: move.to, completed_at: BigInt(tx.nowMs) })
    .where('id', '=', task.id)
    .where('status', '=', move.from)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  await ledger.refund(tx, [costOf(task)])
  return true
}

/** Who may end a running task: the holder of its newest epoch. */
export type RunningTask = Pick<Task, 'id' | 'accountId' | 'cost' | 'epoch'>

interface Success {
  readonly task: RunningTask
  readonly move: 'succeed'
  readonly output: readonly StoredMedia[]
}

interface Failure {
  readonly task: RunningTask
  readonly move: 'fail'
  readonly failure: TaskFailure
}

/** A running task and its end: with a result, which is charged, or a failure, which is refunded. */
export type TaskEnding = Success | Failure

/**
 * Ends running tasks and settles their reservations, all or none. False if another worker holds any of them:
 * its result must be dropped, and the caller must roll back unless it was the only one.
 */
export async function endTasks(tx: Tx, endings: readonly TaskEnding[]): Promise<boolean> {
  const succeeded = endings.filter((ending) => ending.move === 'succeed')
  const failed = endings.filter((ending) => ending.move === 'fail')
  const ended = (await succeedTasks(tx, succeeded)) + (await failTasks(tx, failed))
  if (ended !== endings.length)
    return ended === 0 && ((await findWritten(tx, () => haveEnded(tx, endings))) ?? false)
  await deleteLeases(
    tx,
    endings.map(({ task }) => task.id),
  )
  // Both update accounts. Locking them in one order first prevents deadlocks between two such transactions.
  if (succeeded.length > 0 && failed.length > 0) await lockAccounts(tx, endings)
  await ledger.charge(
    tx,
    succeeded.map(({ task }) => costOf(task)),
  )
  await ledger.refund(
    tx,
    failed.map(({ task }) => costOf(task)),
  )
  return true
}

async function lockAccounts(tx: Tx, endings: readonly TaskEnding[]): Promise<void> {
  await tx.db
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [...new Set(endings.map(({ task }) => task.accountId))])
    .orderBy('id')
    .modifyEnd(tx.dialect.forUpdate)
    .execute()
}

/** Returns how many of them this worker still held; `endTasks` then charges them. */
function succeedTasks(tx: Tx, succeeded: readonly Success[]): Promise<number> {
  return endAs(tx, taskMoves.succeed, succeeded, {
    output: perTask(succeeded, ({ output }) => JSON.stringify(output)),
  })
}

/** Returns how many of them this worker still held; `endTasks` then refunds them. */
function failTasks(tx: Tx, failed: readonly Failure[]): Promise<number> {
  return endAs(tx, taskMoves.fail, failed, {
    error_code: perTask(failed, ({ failure }) => failure.code),
    error_message: perTask(failed, ({ failure }) => failure.message),
  })
}

/** One guarded UPDATE for all tasks with the same kind of end. */
async function endAs(
  tx: Tx,
  move: typeof taskMoves.succeed | typeof taskMoves.fail,
  endings: readonly TaskEnding[],
  result: {
    readonly output?: RawBuilder<string>
    readonly error_code?: RawBuilder<TaskErrorCode>
    readonly error_message?: RawBuilder<string>
  },
): Promise<number> {
  if (endings.length === 0) return 0
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set({ ...result, status: move.to, completed_at: BigInt(tx.nowMs) })
    .where('id', 'in', idsOf(endings))
    .where('status', '=', move.from)
    .where('epoch', '=', perTask(endings, epochOf))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Whether these attempts were already settled by an earlier run whose COMMIT response was lost. */
async function haveEnded(tx: Tx, endings: readonly TaskEnding[]): Promise<boolean> {
  const { count } = await tx.db
    .selectFrom('tasks')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('id', 'in', idsOf(endings))
    .where('epoch', '=', perTask(endings, epochOf))
    .where(
      'status',
      '=',
      perTask(endings, ({ move }) => taskMoves[move].to),
    )
    .executeTakeFirstOrThrow()
  return Number(count) === endings.length
}

function idsOf(endings: readonly TaskEnding[]): string[] {
  return endings.map(({ task }) => task.id)
}

function epochOf({ task }: TaskEnding): bigint {
  return BigInt(task.epoch)
}

/** The value of `read` for each task, by the task's row. */
function perTask<E extends TaskEnding, T>(endings: readonly E[], read: (ending: E) => T): RawBuilder<T> {
  return valueByKey('id', new Map(endings.map((ending) => [ending.task.id, read(ending)])))
}

function costOf(task: Pick<Task, 'id' | 'accountId' | 'cost'>): Movement {
  return { accountId: task.accountId, taskId: task.id, amount: task.cost }
}
