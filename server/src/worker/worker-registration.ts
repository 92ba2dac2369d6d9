import { withTimeout } from '../core/async/with-timeout.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { Database } from '../database/database.ts'
import { forgetDeadWorkers, forgetWorkers, recordHeartbeat } from '../database/queue/live-workers.ts'
import { extendLeases } from '../database/tasks/leases.ts'

/** A stopping worker has handed its tasks back, and waits for an unreachable database no longer than this. */
const deregisterMsMax = 1_000

/** A worker among those that are alive. */
export interface WorkerRegistration {
  /** Counts it as alive, and forgets workers that are dead. */
  register(): Promise<void>
  /** Keeps it alive, and its tasks its own. Returns the ids of those whose lease is lost. */
  heartbeat(tasks: readonly Task[]): Promise<ReadonlySet<string>>
  /** Without it, the worker counts as alive until its last heartbeat expires. */
  deregister(): Promise<void>
}

export function createWorkerRegistration(
  database: Database,
  {
    worker,
    leaseMs,
    concurrency,
  }: { readonly worker: string; readonly leaseMs: number; readonly concurrency: number },
): WorkerRegistration {
  return {
    register: () =>
      database.transaction(async (tx) => {
        await forgetDeadWorkers(tx)
        await recordHeartbeat(tx, worker, leaseMs, concurrency)
      }),
    heartbeat: (tasks) =>
      database.transaction(async (tx) => {
        await recordHeartbeat(tx, worker, leaseMs, concurrency)
        return new Set(tasks.length === 0 ? [] : await extendLeases(tx, tasks, leaseMs))
      }),
    async deregister() {
      const forgotten = database.transaction((tx) => forgetWorkers(tx, [{ worker }]))
      await withTimeout(deregisterMsMax, forgotten, () => new Error('The database did not respond in time.'))
    },
  }
}
