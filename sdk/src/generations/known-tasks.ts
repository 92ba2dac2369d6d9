import { findWrongField, reliedOn } from '../core/relied-on.js'
import type { Task } from '../types/index.js'

/** How often a task changes without a pause of the polls: it starts and ends, perhaps on a second attempt. */
const changesMax = 4

/** A task as a wait has seen it. */
export interface Seen {
  readonly taskId: string
  readonly seen: Task | undefined
}

/** A task that was just accepted: its state is known, so that its first poll may be held. */
export interface Accepted {
  readonly task: Task
  readonly etag: string | undefined
}

/**
 * The tasks of a poller's polls, as the service has shown them. One tag names the states of all of them, so a task
 * stays here after its wait is over, until others join or half of the tasks have nobody who waits for them.
 */
export interface KnownTasks {
  get(taskId: string): Task | undefined
  /** Whether the wait has seen the state that is known. */
  covers(wait: Seen): boolean
  /** The tasks of the next poll, their tag, and whether it may be held: its caller knows all the states. */
  choose(waits: readonly Seen[]): { ids: string[]; etag: string | undefined; mayHold: boolean }
  /** Takes what a poll shows, undefined where that is what `etag` names; returns whether it is news. */
  learn(shown: readonly Task[] | undefined, etag: string | undefined, wasHeld: boolean): boolean
}

export function createKnownTasks(accepted: Accepted | undefined): KnownTasks {
  let tasks = new Map<string, Task | undefined>(accepted && [[accepted.task.id, accepted.task]])
  let isCurrent = accepted !== undefined
  let etag = accepted?.etag
  /** How many more changes come without a pause. */
  let newsLeft = changesMax

  const covers = ({ taskId, seen }: Seen) => seen !== undefined && isInState(tasks.get(taskId), seen)

  /**
   * Returns what has changed, if anything. A task that is wrong counts as unknown: polled alone, it fails its own wait.
   */
  function update(shown: readonly Task[]): 'status' | 'progress' | undefined {
    const isRight = (task: Task) => findWrongField(task, { fields: reliedOn.task }) === undefined
    const now = new Map(shown.filter(isRight).map((task) => [task.id, task]))
    let changed: 'status' | 'progress' | undefined
    for (const [id, before] of tasks) {
      const task = now.get(id)
      tasks.set(id, task)
      if (task?.status !== before?.status) changed = 'status'
      else if (!isInState(task, before)) changed ??= 'progress'
    }
    return changed
  }

  return {
    get: (taskId) => tasks.get(taskId),
    covers,
    choose(waits) {
      isCurrent &&= tasks.size <= 2 * waits.length && waits.every(covers)
      if (!isCurrent) {
        tasks = new Map(waits.map(({ taskId, seen }) => [taskId, seen]))
        etag = undefined
        newsLeft = changesMax * tasks.size
      }
      const ids = [...tasks.keys()]
      return { ids, etag, mayHold: isCurrent && !!(etag || ids.length < 2) }
    },
    learn(shown, shownEtag, wasHeld) {
      const isFirst = !isCurrent
      const changed = shown && update(shown)
      if (isFirst || changed) etag = shownEtag
      // A tag that the service does not recognize is sent once: polls with it are not held.
      else if (wasHeld && shown) etag = undefined
      isCurrent = ![...tasks.values()].includes(undefined)
      // Progress comes after a hold, so that it needs no exception from the pause after an early response.
      return isFirst || (changed === 'status' && newsLeft-- > 0)
    },
  }
}

/** Whether a wait that has seen the one has nothing new to see in the other. */
export function isInState(task: Task | undefined, seen: Task | undefined): boolean {
  return task?.status === seen?.status && task?.progress === seen?.progress
}
