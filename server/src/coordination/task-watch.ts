import type { TaskStatus } from '../core/domain/tasks/task-states.ts'
import { type TaskBeyond, taskIdsMax } from '../database/tasks/polled-tasks.ts'
import { createTaskWaiters, type WatchedTask } from './task-waiters.ts'

/** Shortest pause between watch queries; on average, another process's change is seen after half of it. */
const pauseMsMin = 25
/**
 * Added for each further statement of the last watch query, which limits them to at most 40 a second, about 20 with
 * many tasks.
 */
const pauseMsPerStatement = 50
/** Pause after a watch query that failed because the database is unavailable. */
const failedPauseMs = 1_000
/** Shortest time between two watch queries that also read progress: it is worth a response now and then. */
const progressMsMin = 2_000

/** One caller that waits for any of these tasks to leave the status, or the progress, that it was seen in. */
export interface TaskWait {
  readonly accountId: string
  readonly tasks: readonly WatchedTask[]
  readonly hold: Hold
}

/**
 * For how long a caller waits, and when it did, by `performance.now()`. Waits one after another share one
 * hold and its time.
 */
export interface Hold {
  readonly waitMs: number
  /** Aborted once the caller has gone. */
  readonly signal: AbortSignal
  beganMs?: number
  endedMs?: number
}

/**
 * `changed`: a task has left what it was seen in. `unchanged`: the time is over, and none has. `ended early`: the
 * caller has gone, or this process stops. `refused`: the account, or this process, has as many waits as it
 * may have.
 */
export type WaitOutcome = 'changed' | 'unchanged' | 'ended early' | 'refused'

/** Whether the caller waited for as long as it asked to. */
export function isGranted(outcome: WaitOutcome): boolean {
  return outcome === 'changed' || outcome === 'unchanged'
}

export interface TaskWatch {
  /** Resolves when the wait is over; never rejects. */
  untilChanged(wait: TaskWait): Promise<WaitOutcome>
  /** Wakes the waits for a task that may have changed in this process, before the next watch query. */
  wake(taskId: string): void
  /** Ends every wait, and refuses new ones. */
  drain(): void
  /** The number of waits. */
  waiting(): number
}

/**
 * Watches tasks for all callers of a process that wait for a change. They share watch queries: one reads the
 * status of every watched task by its primary key, and only the changed ones are returned, every two seconds those with
 * progress, too. So thousands of
 * waits cost as many statements as a few hundred, and no wait costs any. A watch query that fails is
 * repeated; the waits go on.
 */
export function createTaskWatch(options: {
  /** Which of these tasks have left the status, and `withProgress` those that have any. */
  readonly listTasksBeyond: (
    status: TaskStatus,
    taskIds: readonly string[],
    options: { readonly withProgress: boolean },
  ) => Promise<readonly TaskBeyond[]>
  readonly waitsPerAccountMax: number
  readonly onQueryFailed: (error: unknown) => void
  /** Runs a callback later; returns its cancellation. @default the timer of the system */
  readonly after?: (durationMs: number, run: () => void) => () => void
}): TaskWatch {
  const after = options.after ?? systemTimer
  const waiters = createTaskWaiters<WaitOutcome>(options.waitsPerAccountMax)
  const woken = new Set<string>()
  let isDraining = false
  let isWatching = false
  let isWaking = false
  let sinceProgressMs = progressMsMin

  function untilChanged({ accountId, tasks, hold }: TaskWait): Promise<WaitOutcome> {
    if (isDraining || !waiters.haveRoomFor(accountId, tasks.length)) return Promise.resolve('refused')
    if (hold.signal.aborted) return Promise.resolve('ended early')
    return new Promise((resolve) => {
      const nowMs = performance.now()
      hold.beganMs ??= nowMs
      const cancelDeadline = after(hold.waitMs - (nowMs - hold.beganMs), () => end('unchanged'))
      const end = (outcome: WaitOutcome): void => {
        if (!waiters.remove(waiter)) return
        cancelDeadline()
        hold.signal.removeEventListener('abort', leave)
        hold.endedMs = performance.now()
        resolve(outcome)
      }
      const leave = (): void => end('ended early')
      const waiter = { accountId, tasks, end }
      waiters.add(waiter)
      hold.signal.addEventListener('abort', leave)
      if (!isWatching) watch(pauseMsMin)
    })
  }

  /** Queries everything after a pause, again and again until nobody waits. */
  function watch(pauseMs: number): void {
    isWatching = waiters.count() > 0
    if (!isWatching) return
    after(pauseMs, async () => {
      sinceProgressMs += pauseMs
      const withProgress = sinceProgressMs >= progressMsMin
      if (withProgress) sinceProgressMs = 0
      const statements = await queryTasks(waiters.taskIds(), withProgress)
      watch(statements === undefined ? failedPauseMs : pauseMsAfter(statements))
    })
  }

  function wake(taskId: string): void {
    if (waiters.of(taskId).length === 0) return
    woken.add(taskId)
    if (isWaking) return
    isWaking = true
    // At the end of the turn: tasks that are settled together are queried together.
    setImmediate(async () => {
      while (woken.size > 0) {
        const taskIds = [...woken]
        woken.clear()
        await queryTasks(taskIds)
      }
      isWaking = false
    })
  }

  /**
   * Ends the waits for those that have changed. Returns the number of statements; undefined if one failed.
   */
  async function queryTasks(taskIds: readonly string[], withProgress = false): Promise<number | undefined> {
    let statements = 0
    try {
      for (const [status, seen] of waiters.bySeenStatus(taskIds)) {
        for (let from = 0; from < seen.length; from += taskIdsMax) {
          const part = seen.slice(from, from + taskIdsMax)
          statements += 1
          const beyond = await options.listTasksBeyond(status, part, { withProgress })
          for (const { taskId, progress } of beyond) endChanged(taskId, status, progress)
        }
      }
      return statements
    } catch (error) {
      options.onQueryFailed(error)
      return undefined
    }
  }

  function endChanged(taskId: string, status: TaskStatus, progress: number | undefined): void {
    for (const { waiter, task } of waiters.of(taskId))
      if (task.seen === status && (progress === undefined || progress !== task.progress))
        waiter.end('changed')
  }

  return {
    untilChanged,
    wake,
    drain() {
      isDraining = true
      for (const { end } of waiters.all()) end('ended early')
    },
    waiting: waiters.count,
  }
}

/** At most 40 statements a second; about 22 for 5,000 tasks, which take six. */
function pauseMsAfter(statements: number): number {
  return pauseMsMin + Math.max(0, statements - 1) * pauseMsPerStatement
}

function systemTimer(durationMs: number, run: () => void): () => void {
  const timer = setTimeout(run, durationMs)
  return () => clearTimeout(timer)
}
