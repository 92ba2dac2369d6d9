import { mayBeId } from '../core/domain/ids.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import { taskMoves } from '../core/domain/tasks/task-states.ts'
import { findKeyName } from '../database/accounts/api-keys.ts'
import { findArchivesOfTask } from '../database/archive/task-archives.ts'
import type { Database } from '../database/database.ts'
import { type GateCheckRow, listGateChecks } from '../database/gate-checks.ts'
import { type AuditEntry, findCancellation, findClosing } from '../database/operator/audit-entries.ts'
import { isBlocked } from '../database/operator/blocked-overview.ts'
import {
  findLease,
  isInQueue,
  type LedgerLine,
  listLedgerOfTask,
} from '../database/operator/tasks-overview.ts'
import type { Reader } from '../database/tables.ts'
import { type EngineCall, listEngineCalls } from '../database/tasks/engine-calls.ts'
import { findRetries, type TaskRetries } from '../database/tasks/task-retries.ts'
import { listTasksById } from '../database/tasks/tasks.ts'
import { archiveKeyOf } from '../use-cases/archive/archive-file.ts'
import { UnknownIdError } from './actions.ts'

/** A task with everything that belongs to it: the state of its work, and its money. */
export interface TaskHistory {
  readonly task: Task
  /** The name of the key that ordered it. */
  readonly keyName: string | undefined
  /** Whether it waits in the queue, for its first attempt or for another. */
  readonly isQueued: boolean
  /** Whether it waits outside the queue, because its account runs as many tasks as it may. */
  readonly isBlocked: boolean
  /** What cancelled it; undefined for a task that is not cancelled. */
  readonly cancelledBy: 'deadline' | 'close-account' | 'operator' | 'customer' | undefined
  /** The operator's action that cancelled it or, as a started one, failed it. */
  readonly endedBy: AuditEntry | undefined
  readonly retries: TaskRetries
  /** The worker that has it. */
  readonly lease:
    | { readonly worker: string; readonly epoch: number; readonly leaseUntilMs: number }
    | undefined
  readonly ledger: readonly LedgerLine[]
  /** The calls of engines that ended without a result, in their order; the last call is the task's submission. */
  readonly engineCalls: readonly EngineCall[]
  /** What gates were asked about it, in this order. */
  readonly gateChecks: readonly GateCheckRow[]
}

/** Throws UnknownIdError. A task that changes meanwhile may be shown between two states. */
export async function showTask(database: Database, taskId: string): Promise<TaskHistory> {
  const [task] = mayBeId(taskId) ? await database.read((db) => listTasksById(db, [taskId])) : []
  if (task === undefined) throw await database.read((db) => unknownTask(db, taskId))
  const { apiKeyId } = task
  return {
    task,
    keyName: apiKeyId === undefined ? undefined : await database.read((db) => findKeyName(db, apiKeyId)),
    isQueued: await database.read((db) => isInQueue(db, task)),
    isBlocked: await database.read((db) => isBlocked(db, task)),
    ...(await findEnding(database, task)),
    retries: await database.read((db) => findRetries(db, taskId)),
    lease: await database.read((db) => findLease(db, taskId)),
    ledger: await database.read((db) => listLedgerOfTask(db, taskId)),
    engineCalls: await database.read((db) => listEngineCalls(db, taskId)),
    gateChecks: await database.read((db) => listGateChecks(db, taskId)),
  }
}

/** Names the archives in which it may be. */
export async function unknownTask(db: Reader, taskId: string): Promise<UnknownIdError> {
  const archives = mayBeId(taskId) ? await findArchivesOfTask(db, taskId) : []
  const keys = archives.map(({ id }) => archiveKeyOf(id)).join(', ')
  const hint = ` In the database, that is: tasks of its time are archived in ${keys} of the object store.`
  return new UnknownIdError('task', taskId, archives.length === 0 ? '' : hint)
}

/**
 * As far as the times tell: a customer that cancels after the deadline or after the closing, and before either has
 * reached the task, is not told apart.
 */
async function findEnding(
  database: Database,
  task: Task,
): Promise<Pick<TaskHistory, 'cancelledBy' | 'endedBy'>> {
  const { id, accountId, status, completedAtMs, cancelAtMs } = task
  const none = { cancelledBy: undefined, endedBy: undefined }
  if (completedAtMs === undefined || status === taskMoves.succeed.to) return none
  const endedBy = await database.read((db) => findCancellation(db, { accountId, taskId: id }))
  if (status !== taskMoves.cancel.to) return { ...none, endedBy }
  if (endedBy !== undefined) return { cancelledBy: 'operator', endedBy }
  if (cancelAtMs !== undefined && completedAtMs >= cancelAtMs) return { ...none, cancelledBy: 'deadline' }
  const closing = await database.read((db) => findClosing(db, accountId, completedAtMs))
  return { cancelledBy: closing === undefined ? 'customer' : 'close-account', endedBy: closing }
}
