import { newActionId, newTaskId } from '../core/domain/ids.ts'
import type { Usd } from '../core/domain/money/usd.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import { taskMoves } from '../core/domain/tasks/task-states.ts'
import { uploadMoves } from '../core/domain/uploads/upload-states.ts'
import type { AccountRefusal, TaskLimits } from '../database/accounts/task-limits.ts'
import { type Database, RolledBack } from '../database/database.ts'
import type { KeyRefusal } from '../database/money/key-spending.ts'
import { listPauses, pausedOf } from '../database/providers/pauses.ts'
import { readQueue } from '../database/queue/queue.ts'
import { acceptTasks } from '../database/tasks/task-moves.ts'
import { findRetries, insertRetry } from '../database/tasks/task-retries.ts'
import { findUpload, noteUploadUse } from '../database/uploads/uploads.ts'
import { record } from './actions.ts'
import { requireTask, type TaskRequest } from './cancel-task.ts'

/** A new task in place of a failed one. */
export interface RetriedTask {
  readonly taskId: string
  readonly retryOf: string
  /** Its price, reserved anew. */
  readonly reserved: Usd
  /** Whether it had been retried before, as this task. */
  readonly isRepeated: boolean
}

/** Why it is not ordered again; nothing is reserved then. */
class NotRetryableError extends OperatorError {
  constructor(taskId: string, why: string) {
    super('TASK_NOT_RETRYABLE', `The task ${taskId} cannot be retried: ${why}`)
  }
}

const refusals = {
  keyLimit: 'its key has reached a limit.',
  accountNotActive: 'its account is not active.',
  tooManyOpenTasks: 'its account has as many unfinished tasks as it may.',
  balanceTooLow: "the balance of its account is below the task's price, which was refunded when it failed.",
  gone: 'its account has changed meanwhile. Try again.',
} as const

/**
 * Orders a failed task again, as a new task of the same account: with the same request and price, which is reserved anew
 * in the same transaction. The failed one stays as it is. It counts neither towards the limits of the key that ordered the
 * first nor towards the rate limit. A paused product refuses it, as it refuses any order; paused engines do not, and the new
 * task waits for them. Each task is retried once; a repetition returns the same. Throws UnknownIdError, and
 * TASK_NOT_RETRYABLE.
 */
export async function retryTask(
  deps: {
    readonly database: Database
    readonly actor: string
    readonly taskLimits: TaskLimits
  },
  request: TaskRequest,
): Promise<RetriedTask> {
  const { database } = deps
  const failed = await database.read((db) => requireTask(db, request.taskId))
  const { retriedAs } = await database.read((db) => findRetries(db, request.taskId))
  // A repetition needs neither the request nor the input any more.
  if (retriedAs === undefined) {
    requireFailed(failed)
    await requireOpenProduct(database, failed)
    await requireInput(database, failed)
  }
  const ids = { actionId: newActionId(Date.now()), retryId: newTaskId(Date.now()) }
  // Next to the head, like the first order of an account.
  const { heads } = await database.read((db) => readQueue(db))
  const head = heads.find(({ product }) => product === failed.type)
  const queuePosition = head?.position ?? Date.now()
  const write = () => writeRetry(deps, request, { ...ids, queuePosition })
  return write().catch((error: unknown) => {
    // Another operator was faster, and its task is found now.
    if (database.classify(error) !== 'duplicate') throw error
    return write()
  })
}

async function writeRetry(
  { database, actor, taskLimits }: Parameters<typeof retryTask>[0],
  { taskId, reason }: TaskRequest,
  { actionId, retryId, queuePosition }: { actionId: string; retryId: string; queuePosition: number },
): Promise<RetriedTask> {
  const outcome = await database.transaction<RetriedTask | AccountRefusal | KeyRefusal>(async (tx) => {
    const failed = await requireTask(tx.db, taskId)
    const { accountId, cost, cancelAtMs, createdAtMs } = failed
    const retried = (id: string, isRepeated: boolean) => ({
      taskId: id,
      retryOf: taskId,
      reserved: cost,
      isRepeated,
    })
    const { retriedAs } = await findRetries(tx.db, taskId)
    // A rerun after a lost COMMIT finds its own.
    if (retriedAs !== undefined) return retried(retriedAs, retriedAs !== retryId)
    requireFailed(failed)
    await insertRetry(tx, taskId, retryId)
    const { apiKeyId, type, tier, parameters } = failed
    const cancelAfterMs = cancelAtMs === undefined ? undefined : cancelAtMs - createdAtMs
    const ordered = { id: retryId, accountId, apiKeyId, type, tier, parameters, cost, queuePosition }
    const refusal = await acceptTasks(tx, [{ ...ordered, cancelAfterMs }], taskLimits)
    if (refusal !== undefined) return new RolledBack(refusal)
    const details = { retriedAs: retryId, ...(reason !== undefined && { reason }) }
    await record(tx, { actor, actionId, action: 'retry-task', accountId, subject: taskId, details })
    return retried(retryId, false)
  })
  if ('kind' in outcome) throw new NotRetryableError(taskId, refusals[outcome.kind])
  return outcome
}

function requireFailed({ id, status, scrubbedAtMs }: Task): void {
  if (status !== taskMoves.fail.to)
    throw new NotRetryableError(id, `it is ${status}, and only a failed one can.`)
  if (scrubbedAtMs !== undefined) throw new NotRetryableError(id, 'what it was ordered with has been erased.')
}

/** A paused product takes no orders, an operator's neither: nobody knows how long the price would be reserved. */
async function requireOpenProduct(database: Database, { id, type }: Task): Promise<void> {
  const { products } = pausedOf(await database.read(listPauses))
  if (products.has(type)) throw new NotRetryableError(id, `its product ${type} is paused. Resume it first.`)
}

/** Notes the use of the input, so that it is not deleted as unused before the new task needs it. */
async function requireInput(database: Database, { id, accountId, parameters }: Task): Promise<void> {
  const { input } = parameters
  if (input === undefined) return
  const upload = await database.read((db) => findUpload(db, accountId, input.assetId))
  const isThere = upload?.status === uploadMoves.verify.to && upload.objectKey === input.key
  if (isThere && (await noteUploadUse(database, accountId, input.assetId))) return
  throw new NotRetryableError(id, 'its input image has been deleted.')
}
