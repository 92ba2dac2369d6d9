import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import { isTerminal } from '@mediagen/core/domain/task-states'
import type { ObjectStore } from '@mediagen/core/ports/object-store'
import type { Hold, TaskWatch } from '@mediagen/database/coordination/task-watch'
import type { PolledTask } from '@mediagen/database/polled-tasks'
import type { ReadPolledTask } from './read-polled-task.js'
import { viewTask } from './task-view.js'

export type { Hold } from '@mediagen/database/coordination/task-watch'

export interface GetTaskDependencies {
  readonly objectStore: ObjectStore
  readonly readPolledTask: ReadPolledTask
  /** The same for the first read of a held poll, which may be delayed when many polls are held. */
  readonly readHeldTask: ReadPolledTask
  readonly taskWatch: TaskWatch
}

export interface HeldPoll {
  readonly task: contract.Task
  /** Whether the hold was granted to its end: the task has changed or is finished, or the time is up. */
  readonly isApplied: boolean
}

/** Throws TASK_NOT_FOUND for an unknown task and, identically, for another account's. */
export async function getTask(
  deps: GetTaskDependencies,
  accountId: string,
  taskId: string,
): Promise<contract.Task> {
  return viewTask(deps.objectStore, found(await deps.readPolledTask({ accountId, taskId })))
}

/**
 * The same, held until the task has left the status in which this call found it. A finished task is returned
 * at once; so is any task once the account has reached its limit of held polls.
 */
export async function holdTask(
  deps: GetTaskDependencies,
  accountId: string,
  taskId: string,
  hold: Hold,
): Promise<HeldPoll> {
  const seen = found(await deps.readHeldTask({ accountId, taskId }))
  if (isTerminal(seen.status)) return { task: await viewTask(deps.objectStore, seen), isApplied: true }
  const outcome = await deps.taskWatch.untilChanged({ accountId, taskId, seen: seen.status, hold })
  const task = outcome === 'changed' ? found(await deps.readPolledTask({ accountId, taskId })) : seen
  return {
    task: await viewTask(deps.objectStore, task),
    isApplied: outcome === 'changed' || outcome === 'unchanged',
  }
}

function found(task: PolledTask | undefined): PolledTask {
  if (task === undefined) throw new ServiceError('TASK_NOT_FOUND')
  return task
}
