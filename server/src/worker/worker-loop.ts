import { createQueueHeads, type QueueHeads } from '../coordination/queue-heads.ts'
import { AutoResetEvent } from '../core/async/auto-reset-event.ts'
import { inTrace } from '../core/async/current-trace.ts'
import { sleep } from '../core/async/sleep.ts'
import { countingWaits, type WaitedTime } from '../core/async/waited-time.ts'
import type { ProductName } from '../core/domain/products.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { TaskLimits } from '../database/accounts/task-limits.ts'
import type { Database } from '../database/database.ts'
import { type Claimed, type ClaimLimit, type ClaimSource, claimTasks } from '../database/tasks/claim-tasks.ts'
import type { StepAside } from './attempt.ts'
import { traceOf } from './record-span.ts'
import { pausedAfterOutage } from './recovery-pause.ts'
import { createSlots, type Slots } from './slots.ts'
import { createWorkerRegistration } from './worker-registration.ts'

export interface WorkerLoopDependencies {
  readonly database: Database
  /** Identifies this worker in its leases. */
  readonly worker: string
  /**
   * Runs until the task is settled or handed back: immediately when `leaseLost` aborts. After `stopping` it begins
   * nothing that may be interrupted, and finishes what would otherwise be lost.
   */
  readonly runTask: (
    task: Task,
    leaseLost: AbortSignal,
    stopping: AbortSignal,
    aside: StepAside,
  ) => Promise<void>
  /** Takes tasks back whose leases have expired, if `mayTake`, asked within the transaction, allows it. */
  readonly recoverLeases: (mayTake: () => boolean) => Promise<unknown>
  /** Cancels waiting tasks whose deadline has passed. @default only claims do */
  readonly cancelOverdue?: () => Promise<unknown>
  /** Leaves out what operators have paused. @default nothing is left out */
  readonly claimable?: (waiting: readonly ClaimSource[]) => Promise<readonly ClaimSource[]>
  /**
   * How many more tasks of a product the engines have capacity for; a product that is left out is unlimited.
   * `inSlots`: how many of a product's tasks are not aside.
   */
  readonly capacityAtEngines: (
    products: readonly ProductName[],
    inSlots: (product: ProductName) => number,
  ) => Promise<ReadonlyMap<ProductName, number>>
  /** For accounts without limits of their own. @default none */
  readonly taskLimits?: TaskLimits
  /** Called with each task that is cancelled instead of started, because its deadline has passed; must not throw. */
  readonly onCancelled?: ((task: Pick<Task, 'id'>) => void) | undefined
  readonly logger: Logger
  readonly settings: WorkerLoopSettings
  /** Waits, or returns early when the signal aborts. @default real time */
  readonly sleep?: (durationMs: number, signal: AbortSignal) => Promise<void>
}

export interface WorkerLoopSettings {
  /** Tasks that run concurrently. */
  readonly concurrency: number
  /** Tasks of one product that run concurrently; a product that is left out may take every slot. */
  readonly productConcurrency: Partial<Record<ProductName, number>>
  /** How long a task stays ours, and this worker alive, without a heartbeat; three are sent in that time. */
  readonly leaseMs: number
  /** Pause between two polls of an empty queue, for work that other processes accepted. */
  readonly idlePollMs: number
  /** Pause between two searches for expired leases, and for overdue tasks. */
  readonly recoverMs: number
  /** How long tasks may continue after `stop` before they are handed back. */
  readonly drainMs: number
}

interface Run {
  readonly task: Task
  readonly abort: AbortController
  readonly ended: Promise<void>
}

export interface WorkerLoop {
  /** Call when work has arrived: polls the queue now. */
  wake(): void
  /** Claims and runs tasks until `stop`; resolves once every task has ended or has been handed back. */
  run(): Promise<void>
  stop(): void
}

/** Claims as many tasks as there are free slots, keeps their leases alive, and survives database outages. */
export function createWorkerLoop(deps: WorkerLoopDependencies): WorkerLoop {
  const { settings, logger } = deps
  const running = new Map<string, Run>()
  const woken = new AutoResetEvent()
  const slots = createSlots(settings, () => [...running.values()].map(({ task }) => task), woken)
  const heads = createQueueHeads(deps.database)
  const registration = createWorkerRegistration(deps.database, { ...settings, worker: deps.worker })
  const recover = pausedAfterOutage(deps.recoverLeases, settings)
  const stopped = new AbortController()
  /** What the registration or the claim under way has waited for the database in vain. */
  let waited: WaitedTime = { ms: 0 }

  function begin(task: Task): void {
    const abort = new AbortController()
    const ended = inTrace(traceOf(task), () =>
      deps
        .runTask(task, abort.signal, stopped.signal, (signal, work) => slots.stepAside(task, signal, work))
        .catch((error: unknown) => logger.error({ taskId: task.id, err: error }, 'task left to its lease')),
    ).finally(() => {
      running.delete(task.id)
      slots.release()
      woken.set()
    })
    running.set(task.id, { task, abort, ended })
  }

  /** Returns whether there may be more to claim. */
  async function claim(): Promise<boolean> {
    waited = { ms: 0 }
    try {
      const claimed = await countingWaits(waited, () => claimIntoSlots(deps, heads, slots))
      if (claimed === undefined) return false
      const { tasks, cancelled, hasBlocked } = claimed
      for (const task of tasks) begin(task)
      for (const task of cancelled) deps.onCancelled?.(task)
      slots.reserve(0)
      return (tasks.length > 0 || cancelled.length > 0 || hasBlocked) && slots.free() > 0
    } finally {
      slots.reserve(0)
    }
  }

  async function heartbeat(): Promise<void> {
    const runs = [...running.values()]
    const lost = await registration.heartbeat(runs.map(({ task }) => task))
    for (const run of runs) {
      // A task that has ended meanwhile has no lease either, and it may have been claimed again since.
      const isRunning = running.get(run.task.id) === run
      if (isRunning && lost.has(run.task.id)) run.abort.abort(new Error('The lease is lost.'))
    }
  }

  async function drain(): Promise<void> {
    const drained = new AbortController()
    const ends = Promise.all([...running.values()].map(({ ended }) => ended)).then(() => drained.abort())
    await (deps.sleep ?? sleep)(settings.drainMs, drained.signal)
    for (const { abort } of running.values()) abort.abort(new Error('The worker is stopping.'))
    await ends
  }

  const logFailure = (what: string) => (error: unknown) => logger.warn({ err: error }, what)
  const every = (periodMs: number, name: string, work: () => Promise<unknown>) =>
    setInterval(
      oneAtATime(() => work().catch(logFailure(`${name} failed; it will be tried again`))),
      periodMs,
    )

  return {
    wake: () => woken.set(),
    async run() {
      await countingWaits(waited, registration.register).catch(
        logFailure('heartbeat failed; it will be tried again'),
      )
      const timers = [
        every(settings.leaseMs / 3, 'heartbeat', heartbeat),
        every(settings.recoverMs, 'lease recovery', recover),
        every(settings.recoverMs, 'cancelling overdue tasks', async () => deps.cancelOverdue?.()),
      ]
      while (!stopped.signal.aborted) {
        const more = await claim().catch((error: unknown) => {
          logger.warn({ err: error }, 'claim failed; it will be tried again')
          return false
        })
        if (!more && !stopped.signal.aborted) await woken.wait(settings.idlePollMs)
      }
      await drain()
      for (const timer of timers) clearInterval(timer)
      await registration
        .deregister()
        .catch(logFailure('the worker counts as alive until its heartbeat expires'))
    },
    stop() {
      stopped.abort()
      waited.ms = Number.POSITIVE_INFINITY // It is not tried again.
      woken.set()
    },
  }
}

/** Claims tasks for the free slots, which are reserved meanwhile; undefined if there is none, or nothing to fill it. */
async function claimIntoSlots(
  deps: WorkerLoopDependencies,
  heads: QueueHeads,
  slots: Slots,
): Promise<Claimed | undefined> {
  const { worker, taskLimits, settings } = deps
  const limit = slots.free()
  if (limit <= 0) return undefined
  slots.reserve(limit)
  // A read without a lock comes first: an idle worker must cost the database almost nothing.
  const found = await heads.readWaiting(taskLimits ?? {})
  const waiting = found.length === 0 ? found : ((await deps.claimable?.(found)) ?? found)
  const capacity =
    waiting.length === 0
      ? undefined
      : await deps.capacityAtEngines(
          waiting.map(({ product }) => product),
          slots.taken,
        )
  const products: readonly ClaimLimit[] = waiting.map((source) => ({
    ...source,
    limit: Math.min(limit, slots.freeFor(source.product), capacity?.get(source.product) ?? limit),
  }))
  if (!products.some((request) => request.limit > 0)) return undefined
  const request = { worker, limit, leaseMs: settings.leaseMs, products, ...(taskLimits && { taskLimits }) }
  return deps.database.transaction((tx) => claimTasks(tx, request))
}

/** Work that is left out while it is still being done. */
function oneAtATime(work: () => Promise<unknown>): () => void {
  let isBusy = false
  return () => {
    if (isBusy) return
    isBusy = true
    void work().finally(() => {
      isBusy = false
    })
  }
}
