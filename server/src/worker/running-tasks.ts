import { inTrace } from '../core/async/current-trace.ts'
import { sleep } from '../core/async/sleep.ts'
import type { ProductName } from '../core/domain/products.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { Database } from '../database/database.ts'
import { recordHeartbeat } from '../database/queue/live-workers.ts'
import { extendLeases } from '../database/tasks/leases.ts'
import { traceOf } from './record-span.ts'

export interface RunningTasksDependencies {
  readonly database: Database
  /** Identifies this worker in its leases. */
  readonly worker: string
  /**
   * Runs until the task is settled or handed back: immediately when `leaseLost` aborts. After `stopping` it begins
   * nothing that may be interrupted, and finishes what would otherwise be lost.
   */
  readonly runTask: (task: Task, leaseLost: AbortSignal, stopping: AbortSignal) => Promise<void>
  readonly leaseMs: number
  readonly stopping: AbortSignal
  /** Called when a task has left its slot. */
  readonly onEnded: () => void
  readonly logger: Logger
  /** Waits, or returns early when the signal aborts. @default real time */
  readonly sleep?: (durationMs: number, signal: AbortSignal) => Promise<void>
}

/** The tasks that a worker has claimed and not settled, and their leases. */
export interface RunningTasks {
  begin(task: Task): void
  count(product?: ProductName): number
  /** Shows that the worker is alive, extends the leases, and stops the tasks that another worker has by now. */
  heartbeat(): Promise<void>
  /** Waits for what runs; after so long, it is handed back. */
  drain(drainMs: number): Promise<void>
}

export function createRunningTasks(deps: RunningTasksDependencies): RunningTasks {
  const running = new Map<string, { task: Task; abort: AbortController; ended: Promise<void> }>()

  return {
    begin(task) {
      const abort = new AbortController()
      const ended = inTrace(traceOf(task), () =>
        deps
          .runTask(task, abort.signal, deps.stopping)
          .catch((error: unknown) =>
            deps.logger.error({ taskId: task.id, err: error }, 'task left to its lease'),
          ),
      ).finally(() => {
        running.delete(task.id)
        deps.onEnded()
      })
      running.set(task.id, { task, abort, ended })
    },
    count: (product) =>
      product === undefined
        ? running.size
        : [...running.values()].filter(({ task }) => task.type === product).length,
    async heartbeat() {
      const runs = [...running.values()]
      const tasks = runs.map(({ task }) => task)
      const lost = await deps.database.transaction(async (tx) => {
        await recordHeartbeat(tx, deps.worker, deps.leaseMs)
        return new Set(tasks.length === 0 ? [] : await extendLeases(tx, tasks, deps.leaseMs))
      })
      for (const run of runs) {
        // A task that has ended meanwhile has no lease either, and it may have been claimed again since.
        const isRunning = running.get(run.task.id) === run
        if (isRunning && lost.has(run.task.id)) run.abort.abort(new Error('The lease is lost.'))
      }
    },
    async drain(drainMs) {
      const drained = new AbortController()
      const ends = Promise.all([...running.values()].map(({ ended }) => ended)).then(() => drained.abort())
      await (deps.sleep ?? sleep)(drainMs, drained.signal)
      for (const { abort } of running.values()) abort.abort(new Error('The worker is stopping.'))
      await ends
    },
  }
}
