import type { Selectable } from 'kysely'
import { mayBeId } from '../../core/domain/ids.ts'
import type { ProviderJob, Submission, Task } from '../../core/domain/tasks/task.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import { effectiveMax, type TaskLimits } from '../accounts/task-limits.ts'
import type { Tx } from '../database.ts'
import { numberOf } from '../nullable-number.ts'
import { isBehindBlocked } from '../queue/blocked-tasks.ts'
import { hasPermit } from '../queue/permits.ts'
import type { WaitingTask } from '../queue/running-limits.ts'
import { parseStored } from '../stored-json.ts'
import type { Reader, Tables } from '../tables.ts'
import { toPolledTask } from './polled-tasks.ts'

/** The caller's own task; undefined for another account's or a scrubbed one, exactly as for an unknown id. */
export async function findTask(db: Reader, accountId: string, taskId: string): Promise<Task | undefined> {
  if (!mayBeId(taskId)) return undefined
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('account_id', '=', accountId)
    .where('scrubbed_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? undefined : toTask(row)
}

/** Tasks by id, of any account: for workers, never for a client's request. */
export async function listTasksById(db: Reader, taskIds: readonly string[]): Promise<Task[]> {
  if (taskIds.length === 0) return []
  const rows = await db.selectFrom('tasks').selectAll().where('id', 'in', taskIds).orderBy('id').execute()
  return rows.map(toTask)
}

/** Tasks by id, each with what a claim decides by. */
export async function listTasksToClaim(
  db: Reader,
  taskIds: readonly string[],
  taskLimits: TaskLimits,
): Promise<WaitingTask[]> {
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('accounts', 'accounts.id', 'tasks.account_id')
    .selectAll('tasks')
    .select([
      effectiveMax('tasks_running_max', taskLimits.tasksRunningMax).as('running_max'),
      hasPermit.as('has_permit'),
      isBehindBlocked.as('is_behind'),
    ])
    .where('tasks.id', 'in', taskIds)
    .orderBy('tasks.id')
    .execute()
  return rows.map((row) => ({
    task: toTask(row),
    runningMax: row.running_max,
    hasPermit: row.has_permit === 1n,
    isBehind: row.is_behind === 1n,
  }))
}

/** Names have up to 64 characters. */
const passedOverMax = 5

/**
 * Records the submission to a provider. False if another worker has the task: then nothing may be submitted
 * any more. `isCall`: the engine is called right after it; an intent that is only kept is none. `passedOver`: the
 * engines that would have been called before, but are down.
 */
export async function setSubmission(
  tx: Tx,
  task: Pick<Task, 'id' | 'epoch'>,
  submission: Submission,
  {
    isCall = submission.kind === 'intended',
    passedOver = [],
  }: { readonly isCall?: boolean; readonly passedOver?: readonly string[] | undefined } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('tasks')
    .set({
      provider: submission.kind === 'none' ? null : submission.provider,
      provider_job: submission.kind === 'started' ? JSON.stringify(submission.job) : null,
      passed_over: passedOver.length === 0 ? undefined : JSON.stringify(passedOver.slice(0, passedOverMax)),
      // A job that is started goes on with its call.
      engine_called_at: isCall ? BigInt(tx.nowMs) : submission.kind === 'started' ? undefined : null,
    })
    .where('id', '=', task.id)
    .where('epoch', '=', BigInt(task.epoch))
    .where('status', '=', taskMoves.succeed.from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Records how far a running task is, unless more is recorded already, by whichever attempt; or does nothing, if it has
 * ended or another worker has it. May be repeated.
 */
export async function raiseProgress(
  db: Reader,
  { id, epoch }: Pick<Task, 'id' | 'epoch'>,
  progress: number,
): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ progress: BigInt(progress) })
    .where('id', '=', id)
    .where('epoch', '=', BigInt(epoch))
    .where('status', '=', taskMoves.succeed.from)
    .where((row) => row.or([row('progress', 'is', null), row('progress', '<', BigInt(progress))]))
    .execute()
}

function toTask(row: Selectable<Tables['tasks']>): Task {
  return {
    ...toPolledTask(row),
    accountId: row.account_id,
    apiKeyId: row.api_key_id ?? undefined,
    traceparent: row.traceparent ?? undefined,
    keyLimitsId: row.key_limits_id ?? undefined,
    cancelAtMs: numberOf(row.cancel_at),
    queuePosition: Number(row.queue_position),
    attempt: Number(row.attempt),
    epoch: Number(row.epoch),
    submission: toSubmission(row.provider, row.provider_job),
    engineCalledAtMs: numberOf(row.engine_called_at),
    passedOver: row.passed_over === null ? undefined : parseStored<readonly string[]>(row.passed_over),
    scrubbedAtMs: numberOf(row.scrubbed_at),
  }
}

function toSubmission(provider: string | null, job: string | null): Submission {
  if (provider === null) return { kind: 'none' }
  return job === null
    ? { kind: 'intended', provider }
    : { kind: 'started', provider, job: parseStored<ProviderJob>(job) }
}
