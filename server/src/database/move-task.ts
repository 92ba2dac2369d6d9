import type { RawBuilder } from 'kysely'
import type { Task } from '../domain/task.js'
import { type StoredMedia, type TaskErrorCode, type TaskFailure, taskMoves } from '../domain/task-states.js'
import type { Tx } from './database.js'
import { type Closing, ledger } from './ledger.js'
import { valueByKey } from './value-by-key.js'
import { deleteLeases, insertQueueRows } from './work-rows.js'

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
  await ledger.close(tx, [closingOf(task, move.money)])
  return true
}

/** Who may end a running task: the holder of its newest epoch. */
export type RunningTask = Pick<Task, 'id' | 'accountId' | 'cost' | 'epoch'>

/** A running task and how it ended: with its result, which is charged, or without one, which is refunded. */
export type TaskEnding =
  | { readonly task: RunningTask; readonly move: 'succeed'; readonly output: readonly StoredMedia[] }
  | { readonly task: RunningTask; readonly move: 'fail'; readonly failure: TaskFailure }

/**
 * Ends running tasks and closes their money, all or none. False when another worker holds any of them by now: its result
 * must be dropped, and the caller must roll back unless it was the only one.
 */
export async function endTasks(tx: Tx, endings: readonly TaskEnding[]): Promise<boolean> {
  const succeeded = endings.filter((ending) => ending.move === 'succeed')
  const failed = endings.filter((ending) => ending.move === 'fail')
  const ended =
    (await endAs(tx, 'succeed', succeeded, {
      output: perTask(succeeded, ({ output }) => JSON.stringify(output)),
    })) +
    (await endAs(tx, 'fail', failed, {
      error_code: perTask(failed, ({ failure }) => failure.code),
      error_message: perTask(failed, ({ failure }) => failure.message),
    }))
  if (ended === 0 && tx.mayHaveCommitted) return haveEnded(tx, endings)
  if (ended !== endings.length) return false
  await deleteLeases(
    tx,
    endings.map(({ task }) => task.id),
  )
  await ledger.close(
    tx,
    endings.map(({ task, move }) => closingOf(task, taskMoves[move].money)),
  )
  return true
}

/** One guarded UPDATE for all that ended the same way; returns how many of them it found running in our hands. */
async function endAs(
  tx: Tx,
  moveName: TaskEnding['move'],
  endings: readonly TaskEnding[],
  result: {
    readonly output?: RawBuilder<string>
    readonly error_code?: RawBuilder<TaskErrorCode>
    readonly error_message?: RawBuilder<string>
  },
): Promise<number> {
  if (endings.length === 0) return 0
  const move = taskMoves[moveName]
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set({ ...result, status: move.to, completed_at: BigInt(tx.nowMs) })
    .where('id', 'in', idsOf(endings))
    .where('status', '=', move.from)
    .where('epoch', '=', perTask(endings, epochOf))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Whether these very attempts have ended their tasks, in an earlier run of the transaction whose COMMIT went unheard. */
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

/** What `read` says of each ending, in the row of its task. */
function perTask<E extends TaskEnding, T>(endings: readonly E[], read: (ending: E) => T): RawBuilder<T> {
  return valueByKey('id', new Map(endings.map((ending) => [ending.task.id, read(ending)])))
}

function closingOf(task: Pick<Task, 'id' | 'accountId' | 'cost'>, kind: Closing['kind']): Closing {
  return { accountId: task.accountId, taskId: task.id, amount: task.cost, kind }
}
