import { hash } from 'node:crypto'
import type * as contract from '@mediagen/contract/models'
import { type Hold, isGranted, type TaskWatch, type WaitOutcome } from '../../coordination/task-watch.ts'
import { isTerminal } from '../../core/domain/tasks/task-states.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { Database } from '../../database/database.ts'
import { findPolledTasks, type PolledTask } from '../../database/tasks/polled-tasks.ts'
import { viewTask } from './task-view.ts'
import type { UsualTimes } from './usual-times.ts'

/** How long a request about several tasks may be held, and for which states of theirs. */
export interface ListHold extends Hold {
  /** Whether the caller knows these states. @default those in which the request finds the tasks */
  readonly hasSeen?: ((states: string) => boolean) | undefined
}

export interface FollowDependencies {
  readonly database: Database
  readonly objectStore: ObjectStore
  readonly taskWatch: TaskWatch
  readonly usualTimes?: UsualTimes | undefined
}

export interface FollowedTasks {
  /** Those of the caller's own, newest first. */
  readonly tasks: readonly contract.Task[]
  /** Names the states of all of them; undefined once every one is finished. */
  readonly states: string | undefined
  /** Whether a hold was granted to its end: a task has changed, all are finished, or the time is up. */
  readonly isApplied: boolean
}

/**
 * The caller's tasks with these ids; those of others are absent, exactly as unknown ones. With a hold, only once
 * one of them has left the states that the caller has seen: it counts as one held poll of the account, and is not
 * held beyond the limit of these.
 */
export async function getTasks(
  deps: FollowDependencies,
  accountId: string,
  taskIds: readonly string[],
  hold?: ListHold,
): Promise<FollowedTasks> {
  if (hold !== undefined) return getChangedTasks(deps, accountId, taskIds, hold)
  return viewTasks(deps, await readTasks(deps, accountId, taskIds), false)
}

async function getChangedTasks(
  deps: FollowDependencies,
  accountId: string,
  taskIds: readonly string[],
  hold: ListHold,
): Promise<FollowedTasks> {
  let tasks = await readTasks(deps, accountId, taskIds)
  const foundStates = statesOf(tasks)
  const { hasSeen = (states) => states === foundStates } = hold
  let outcome: WaitOutcome = 'changed'
  // Every turn begins with a change, and a caller knows few states.
  for (let states = foundStates; outcome === 'changed' && states !== undefined && hasSeen(states); ) {
    const unfinished = tasks.filter(({ status }) => !isTerminal(status))
    const watched = unfinished.map(({ id, status, progress }) => ({ taskId: id, seen: status, progress }))
    outcome = await deps.taskWatch.untilChanged({ accountId, tasks: watched, hold })
    if (outcome !== 'changed') break
    tasks = await readTasks(deps, accountId, taskIds)
    states = statesOf(tasks)
  }
  return viewTasks(deps, tasks, isGranted(outcome))
}

async function readTasks(
  { database }: Pick<FollowDependencies, 'database'>,
  accountId: string,
  taskIds: readonly string[],
): Promise<PolledTask[]> {
  const keys = [...new Set(taskIds)].map((taskId) => ({ accountId, taskId }))
  const found = await database.read((db) => findPolledTasks(db, keys))
  return [...found.values()].sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
}

async function viewTasks(
  { objectStore, usualTimes }: Pick<FollowDependencies, 'objectStore' | 'usualTimes'>,
  tasks: readonly PolledTask[],
  isApplied: boolean,
): Promise<FollowedTasks> {
  return {
    tasks: await Promise.all(tasks.map((task) => viewTask(objectStore, task, usualTimes))),
    states: statesOf(tasks),
    isApplied,
  }
}

/**
 * Whatever else an unfinished task shows changes with its status and progress; of a finished one, only the removal of
 * its result changes what it shows.
 */
function statesOf(tasks: readonly PolledTask[]): string | undefined {
  if (tasks.every(({ status }) => isTerminal(status))) return undefined
  const states = tasks.map(({ id, status, progress, removed }) =>
    `${id} ${status} ${removed?.code ?? progress ?? ''}`.trimEnd(),
  )
  return hash('sha256', states.join('\n'), 'base64url').slice(0, 22)
}
