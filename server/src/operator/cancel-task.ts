import { mayBeId, newActionId } from '../core/domain/ids.ts'
import type { Usd } from '../core/domain/money/usd.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import { isTerminal, taskMoves } from '../core/domain/tasks/task-states.ts'
import { type Database, RolledBack, type Tx } from '../database/database.ts'
import { findWritten } from '../database/find-written.ts'
import { hasAuditEntry } from '../database/operator/audit-entries.ts'
import { deletePermits } from '../database/queue/permits.ts'
import { removeFromQueue } from '../database/queue/queue.ts'
import type { Reader } from '../database/tables.ts'
import { cancelTasks } from '../database/tasks/cancel-tasks.ts'
import { endTasks } from '../database/tasks/task-moves.ts'
import { listTasksById } from '../database/tasks/tasks.ts'
import { record } from './actions.ts'
import { unknownTask } from './show-task.ts'

/** A task that an operator has ended, with its cost refunded in full. */
export interface EndedTask {
  readonly taskId: string
  readonly status: 'CANCELLED' | 'FAILED'
  readonly refunded: Usd
  /** The engine that has its job, which the worker of the task stops if the engine can. */
  readonly engine: string | undefined
}

export interface TaskRequest {
  readonly taskId: string
  /** Why, for the audit table. */
  readonly reason?: string | undefined
}

/** Its caller reads this in `error`. CANCELLED promises that a task has not started. */
const stoppedByOperator = {
  code: 'GENERATION_FAILED',
  message: 'The operator of the service stopped the task.',
} as const

/** More than one needs: each time a worker has taken the task, or handed it back, between two statements. */
const triesMax = 20

/**
 * Ends a task and refunds it in one transaction: a waiting one becomes CANCELLED, as if its owner had cancelled it, and a
 * started one FAILED. Whatever a worker still has of it is dropped. Repeated after it has cancelled a waiting task, it
 * returns the same. Throws UnknownIdError, and TASK_ENDED.
 */
export async function cancelTask(
  database: Database,
  actor: string,
  request: TaskRequest,
): Promise<EndedTask> {
  const actionId = newActionId(Date.now())
  for (let tries = 0; tries < triesMax; tries += 1) {
    const ended = await database.transaction(async (tx) => {
      const task = await requireTask(tx.db, request.taskId)
      const isDone = await findWritten(tx, () => hasAuditEntry(tx.db, actionId))
      if (isDone === true || task.status === taskMoves.cancel.to) return viewOf(task)
      if (isTerminal(task.status))
        throw new OperatorError('TASK_ENDED', `The task ${task.id} has ended: it is ${task.status}.`)
      if (!(await end(tx, task))) return new RolledBack(undefined)
      const { accountId, id: subject } = task
      const details = { reason: request.reason }
      await record(tx, { actor, actionId, action: 'cancel-task', accountId, subject, details })
      return viewOf(await requireTask(tx.db, request.taskId))
    })
    if (ended !== undefined) return ended
  }
  throw new Error(`The task ${request.taskId} was taken by workers ${triesMax} times meanwhile.`)
}

/** Takes its place in the queue first, like a claim. False if a worker was faster; then roll back. */
async function end(tx: Tx, task: Task): Promise<boolean> {
  const wasQueued = await removeFromQueue(tx, task)
  if (task.status === taskMoves.cancel.from) return wasQueued && cancelTasks(tx, [task])
  const ending = { task, move: 'fail', failure: stoppedByOperator } as const
  const lost = await endTasks(tx, [ending])
  if (wasQueued) await deletePermits(tx, [task.id])
  return !lost.has(ending)
}

/** Throws UnknownIdError. */
export async function requireTask(db: Reader, taskId: string): Promise<Task> {
  const [task] = mayBeId(taskId) ? await listTasksById(db, [taskId]) : []
  if (task === undefined) throw await unknownTask(db, taskId)
  return task
}

function viewOf({ id, status, cost, submission }: Task): EndedTask {
  return {
    taskId: id,
    status: status === taskMoves.cancel.to ? status : taskMoves.fail.to,
    refunded: cost,
    engine: submission.kind === 'none' ? undefined : submission.provider,
  }
}
