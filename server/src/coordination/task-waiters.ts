import type { TaskStatus } from '../core/domain/tasks/task-states.ts'

/** Waits of one process, of all accounts together: each keeps a connection and some kilobytes. */
const waitsMax = 10_000
/**
 * Tasks that these waits watch together, one that two of them watch counted twice: 56 statements, so that
 * another process's change is seen after about 2 s at the very worst.
 */
const watchedTasksMax = 50_000

export interface WatchedTask {
  readonly taskId: string
  readonly seen: TaskStatus
  /** The progress that it was seen with. */
  readonly progress?: number | undefined
}

/** A caller that waits for any of these tasks to leave the status, or the progress, that it was seen in. */
export interface TaskWaiter<Outcome> {
  readonly accountId: string
  readonly tasks: readonly WatchedTask[]
  readonly end: (outcome: Outcome) => void
}

/** Who waits for which tasks, within the bounds of an account and of the process. */
export interface TaskWaiters<Outcome> {
  haveRoomFor(accountId: string, tasks: number): boolean
  add(waiter: TaskWaiter<Outcome>): void
  /** False if it was not among them. */
  remove(waiter: TaskWaiter<Outcome>): boolean
  all(): readonly TaskWaiter<Outcome>[]
  count(): number
  /** Each task that anybody waits for, once. */
  taskIds(): string[]
  /** Those that wait for a task, each with what it has seen. */
  of(taskId: string): readonly { readonly waiter: TaskWaiter<Outcome>; readonly task: WatchedTask }[]
  /** These tasks by each status that somebody waits for them to leave. */
  bySeenStatus(taskIds: readonly string[]): ReadonlyMap<TaskStatus, readonly string[]>
}

export function createTaskWaiters<Outcome>(perAccountMax: number): TaskWaiters<Outcome> {
  const all = new Set<TaskWaiter<Outcome>>()
  const byTask = new Map<string, Map<TaskWaiter<Outcome>, WatchedTask>>()
  const byAccount = new Map<string, number>()
  let watchedTasks = 0

  return {
    haveRoomFor: (accountId, tasks) =>
      all.size < waitsMax &&
      watchedTasks + tasks <= watchedTasksMax &&
      (byAccount.get(accountId) ?? 0) < perAccountMax,
    add(waiter) {
      const { accountId, tasks } = waiter
      all.add(waiter)
      for (const task of tasks)
        byTask.set(task.taskId, (byTask.get(task.taskId) ?? new Map()).set(waiter, task))
      byAccount.set(accountId, (byAccount.get(accountId) ?? 0) + 1)
      watchedTasks += tasks.length
    },
    remove(waiter) {
      if (!all.delete(waiter)) return false
      const { accountId, tasks } = waiter
      for (const { taskId } of tasks) {
        const waiters = byTask.get(taskId)
        waiters?.delete(waiter)
        if (waiters?.size === 0) byTask.delete(taskId)
      }
      watchedTasks -= tasks.length
      const left = (byAccount.get(accountId) ?? 1) - 1
      if (left === 0) byAccount.delete(accountId)
      else byAccount.set(accountId, left)
      return true
    },
    all: () => [...all],
    count: () => all.size,
    taskIds: () => [...byTask.keys()],
    of: (taskId) => [...(byTask.get(taskId) ?? [])].map(([waiter, task]) => ({ waiter, task })),
    bySeenStatus(taskIds) {
      const seen = new Map<TaskStatus, string[]>()
      for (const taskId of taskIds) {
        for (const status of new Set([...(byTask.get(taskId)?.values() ?? [])].map((task) => task.seen))) {
          const others = seen.get(status)
          if (others === undefined) seen.set(status, [taskId])
          else others.push(taskId)
        }
      }
      return seen
    },
  }
}
