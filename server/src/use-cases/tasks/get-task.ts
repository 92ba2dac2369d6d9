import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import { type Hold, isGranted, type TaskWatch, type WaitOutcome } from '../../coordination/task-watch.ts'
import { isTerminal } from '../../core/domain/tasks/task-states.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { PolledTask } from '../../database/tasks/polled-tasks.ts'
import type { ReadPolledTask } from './read-polled-task.ts'
import { viewTask } from './task-view.ts'
import type { UsualTimes } from './usual-times.ts'

/** The state of a task that a hold compares: whatever else an unfinished task shows changes with it. */
export type PolledState = Pick<PolledTask, 'status' | 'progress'>

/** How long a poll may be held, and for which states. */
export interface PollHold extends Hold {
  /** Whether the caller knows a task in this state. @default the state in which the poll finds the task */
  readonly hasSeen?: ((state: PolledState) => boolean) | undefined
}

export interface GetTaskDependencies {
  readonly objectStore: ObjectStore
  readonly readPolledTask: ReadPolledTask
  /** The same for the first read of a held poll, which may be delayed when many polls are held. */
  readonly readForHeldPoll: ReadPolledTask
  readonly taskWatch: TaskWatch
  readonly usualTimes?: UsualTimes | undefined
}

export interface Poll {
  readonly task: contract.Task
  /** Whether a hold was granted to its end: the task has changed or is finished, or the time is up. */
  readonly isApplied: boolean
}

/**
 * The task, with a hold only once it has left the states that the caller has seen. A finished task is returned at
 * once; so is any task once the account has reached its limit of held polls.
 *
 * Throws TASK_NOT_FOUND for an unknown task and, identically, for another account's.
 */
export async function getTask(
  deps: GetTaskDependencies,
  accountId: string,
  taskId: string,
  hold?: PollHold,
): Promise<Poll> {
  if (hold !== undefined) return getChangedTask(deps, accountId, taskId, hold)
  const task = found(await deps.readPolledTask({ accountId, taskId }))
  return { task: await viewTask(deps.objectStore, task, deps.usualTimes), isApplied: false }
}

async function getChangedTask(
  deps: GetTaskDependencies,
  accountId: string,
  taskId: string,
  hold: PollHold,
): Promise<Poll> {
  let task = found(await deps.readForHeldPoll({ accountId, taskId }))
  const first = task
  const { hasSeen = ({ status, progress }) => status === first.status && progress === first.progress } = hold
  let outcome: WaitOutcome = 'changed'
  // Every turn begins with a change, and a caller knows few states.
  while (outcome === 'changed' && !isTerminal(task.status) && hasSeen(task)) {
    const { status: seen, progress } = task
    outcome = await deps.taskWatch.untilChanged({ accountId, tasks: [{ taskId, seen, progress }], hold })
    if (outcome === 'changed') task = found(await deps.readPolledTask({ accountId, taskId }))
  }
  return { task: await viewTask(deps.objectStore, task, deps.usualTimes), isApplied: isGranted(outcome) }
}

function found(task: PolledTask | undefined): PolledTask {
  if (task === undefined) throw new ServiceError('TASK_NOT_FOUND')
  return task
}
