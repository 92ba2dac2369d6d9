import type { RawBuilder } from 'kysely'
import type { Task } from '../../core/domain/tasks/task.ts'
import { type TaskErrorCode, taskMoves } from '../../core/domain/tasks/task-states.ts'
import { lockAccounts } from '../accounts/accounts.ts'
import { addLateResults, type ChangedResult } from '../accounts/compared-results.ts'
import type { AccountRefusal, TaskLimits } from '../accounts/task-limits.ts'
import type { Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import { countSpending, deductSpending, type KeyRefusal } from '../money/key-spending.ts'
import { type Charge, ledger, type Movement } from '../money/ledger.ts'
import { countEndedTasks } from '../money/usage-days.ts'
import { insertDeadlines, insertQueueRows } from '../queue/queue-rows.ts'
import { valueByKey } from '../value-by-key.ts'
import { insertEngineCall } from './engine-calls.ts'
import { deleteLeases } from './leases.ts'
import type { Failure, SettledTask, Success, TaskEnding } from './task-endings.ts'

/**
 * The only writer of a task's status, with `cancel-tasks.ts`: one function per row of `taskMoves`. Each is a guarded
 * UPDATE from that row's status, followed by the movement of money in that row, in the same transaction.
 */

export type NewTask = Omit<SettledTask, 'createdAtMs'> &
  Pick<Task, 'traceparent' | 'tier' | 'parameters' | 'queuePosition'> & {
    /** How long after its acceptance it is cancelled unless it has started; undefined: never. */
    readonly cancelAfterMs?: number | undefined
  }

/** Inserts tasks, queues them and reserves their costs, all or none; if one is refused, the transaction must roll back. */
export async function acceptTasks(
  tx: Tx,
  tasks: readonly NewTask[],
  taskLimits?: TaskLimits,
): Promise<KeyRefusal | AccountRefusal | undefined> {
  await insertRows(
    tx.db,
    'tasks',
    tasks.map((task) => ({
      id: task.id,
      account_id: task.accountId,
      api_key_id: task.apiKeyId ?? null,
      // A column that no task of the statement has is left out of it.
      key_limits_id: task.keyLimitsId,
      traceparent: task.traceparent,
      type: task.type,
      tier: task.tier,
      status: taskMoves.accept.to,
      parameters: JSON.stringify(task.parameters),
      cost: task.cost.micros,
      created_at: BigInt(tx.nowMs),
      queue_position: BigInt(task.queuePosition),
      attempt: 0n,
      epoch: 0n,
      cancel_at: task.cancelAfterMs === undefined ? undefined : BigInt(tx.nowMs + task.cancelAfterMs),
    })),
  )
  await insertQueueRows(tx, tasks)
  await insertDeadlines(tx, tasks)
  const refusal = await countSpending(tx, tasks)
  return refusal ?? ledger[taskMoves.accept.money](tx, tasks.map(costOf), taskLimits)
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

/**
 * Ends the running tasks that these workers still have, and settles their reservations. Returns the endings
 * that did not apply because another worker has the task: nothing is written for them, and their results
 * must be dropped. Throws if any of the others cannot be settled; then roll back.
 */
export async function endTasks(tx: Tx, endings: readonly TaskEnding[]): Promise<ReadonlySet<TaskEnding>> {
  // Of two endings of one task, the last one in a statement counts: the newest epoch is that of its worker.
  const byEpoch = endings.toSorted((a, b) => a.task.epoch - b.task.epoch)
  const succeeded = await succeedTasks(
    tx,
    byEpoch.filter((ending) => ending.move === 'succeed'),
  )
  const failed = await failTasks(
    tx,
    byEpoch.filter((ending) => ending.move === 'fail'),
  )
  const ended = [...succeeded.now, ...failed.now]
  if (ended.length > 0) await deleteLeases(tx, idsOf(ended))
  const refunded = failed.now.map(({ task }) => task)
  await deductSpending(tx, refunded)
  // Both update accounts. Locking them in one order first prevents deadlocks between two such transactions.
  if (new Set(ended.map(({ move }) => move)).size > 1) {
    await lockAccounts(tx, [...new Set(ended.map(({ task }) => task.accountId))])
  }
  await ledger[taskMoves.succeed.money](tx, succeeded.now.map(chargeOf))
  await addLateResults(tx, succeeded.now.map(resultOf))
  await ledger[taskMoves.fail.money](tx, refunded.map(costOf))
  await countEndedTasks(tx, ended)
  for (const { call } of failed.now) if (call !== undefined) await insertEngineCall(tx, call)
  const applied = new Set<TaskEnding>([...ended, ...succeeded.before, ...failed.before])
  return new Set(endings.filter((ending) => !applied.has(ending)))
}

function succeedTasks(tx: Tx, succeeded: readonly Success[]): Promise<Ended<Success>> {
  return endAs(tx, taskMoves.succeed, succeeded, {
    output: perTask(succeeded, ({ output }) => JSON.stringify(output)),
    ...(succeeded.some(({ engineCost }) => engineCost !== undefined) && {
      engine_cost: perTask(succeeded, ({ engineCost }) => engineCost?.micros ?? null),
    }),
  })
}

function failTasks(tx: Tx, failed: readonly Failure[]): Promise<Ended<Failure>> {
  return endAs(tx, taskMoves.fail, failed, {
    error_code: perTask(failed, ({ failure }) => failure.code),
    error_message: perTask(failed, ({ failure }) => failure.message),
  })
}

/** The endings that apply. */
interface Ended<E extends TaskEnding> {
  /** Written by this transaction, which must settle them. */
  readonly now: readonly E[]
  /** Written and settled by an earlier run of it whose COMMIT response was lost. */
  readonly before: readonly E[]
}

type EndingMove = typeof taskMoves.succeed | typeof taskMoves.fail

/** One guarded UPDATE for all tasks with the same kind of end. */
async function endAs<E extends TaskEnding>(
  tx: Tx,
  move: EndingMove,
  endings: readonly E[],
  result: {
    readonly output?: RawBuilder<string>
    readonly engine_cost?: RawBuilder<bigint | null>
    readonly error_code?: RawBuilder<TaskErrorCode>
    readonly error_message?: RawBuilder<string>
  },
): Promise<Ended<E>> {
  if (endings.length === 0) return { now: [], before: [] }
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set({ ...result, status: move.to, completed_at: BigInt(tx.nowMs) })
    .where('id', 'in', idsOf(endings))
    .where('status', '=', move.from)
    .where('epoch', '=', perTask(endings, epochOf))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === BigInt(endings.length)
    ? { now: endings, before: [] }
    : findEnded(tx, move, endings)
}

/**
 * Which of the tasks have ended so by this epoch, read only when the UPDATE did not apply to all. One that
 * this transaction has ended has no settlement yet.
 */
async function findEnded<E extends TaskEnding>(
  tx: Tx,
  move: EndingMove,
  endings: readonly E[],
): Promise<Ended<E>> {
  const rows = await tx.db
    .selectFrom('tasks')
    .leftJoin('ledger_entries', (join) =>
      join.onRef('ledger_entries.task_id', '=', 'tasks.id').on('ledger_entries.kind', '=', move.money),
    )
    .select(['tasks.id', 'tasks.epoch', 'ledger_entries.kind as settlement'])
    .where('tasks.id', 'in', idsOf(endings))
    .where('tasks.status', '=', move.to)
    .execute()
  const among = (found: typeof rows): E[] =>
    endings.filter((ending) =>
      found.some(({ id, epoch }) => id === ending.task.id && epoch === epochOf(ending)),
    )
  return {
    now: among(rows.filter(({ settlement }) => settlement === null)),
    before: among(rows.filter(({ settlement }) => settlement !== null && tx.mayHaveCommitted)),
  }
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

function chargeOf(success: Success): Charge {
  return { ...costOf(success.task), resultBytes: resultOf(success).bytes }
}

function resultOf({ task: { accountId, createdAtMs }, output }: Success): ChangedResult {
  return { accountId, createdAtMs, bytes: output.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) }
}

export function costOf(task: Pick<Task, 'id' | 'accountId' | 'cost'>): Movement {
  return { accountId: task.accountId, taskId: task.id, amount: task.cost }
}
