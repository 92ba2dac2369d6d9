import { createQueueHeads } from '../coordination/queue-heads.ts'
import { AutoResetEvent } from '../core/async/auto-reset-event.ts'
import { inTrace } from '../core/async/current-trace.ts'
import { sleep } from '../core/async/sleep.ts'
import { countingWaits, type WaitedTime } from '../core/async/waited-time.ts'
import { withTimeout } from '../core/async/with-timeout.ts'
import type { ProductName } from '../core/domain/products.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { Logger } from '../core/ports/logger.ts'
import type { TaskLimits } from '../database/accounts/limits.ts'
import type { Database } from '../database/database.ts'
import { forgetDeadWorkers, forgetWorkers, recordHeartbeat } from '../database/queue/live-workers.ts'
import { type Claimed, type ClaimLimit, claimTasks } from '../database/tasks/claim-tasks.ts'
import { extendLeases } from '../database/tasks/leases.ts'
import type { StepAside } from './attempt.ts'
import { traceOf } from './record-span.ts'
import { createSlots } from './slots.ts'

/** A stopping worker has handed its tasks back, and waits for an unreachable database no longer than this. */
const farewellMsMax = 1_000

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
  /**
   * How many more tasks of a product the engines have capacity for; a product that is left out is unlimited.
   * `inSlots`: how many of a product's tasks are not aside.
   */
  readonly capacityAtEngines: (
    products: readonly ProductName[],
    inSlots: (product: ProductName) => number,
  ) => Promise<ReadonlyMap<ProductName, number>>
  /** For accounts without limits of their own. @default none */
  readonly limits?: TaskLimits
  /** Called with each task that is cancelled instead of started, because its deadline has passed; must not throw. */
  readonly onCancelled?: (task: Pick<Task, 'id'>) => void
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
  const stopped = new AbortController()
  /** What the greeting or the claim under way has waited for the database in vain. */
  let waited: WaitedTime = { ms: 0 }
  /** Until then, expired leases are left to their workers. */
  let leftUntilMs = 0

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

  async function claim(): Promise<boolean> {
    waited = { ms: 0 }
    try {
      const claimed = await countingWaits(waited, take)
      if (claimed === undefined) return false
      for (const task of claimed.tasks) begin(task)
      for (const task of claimed.cancelled) deps.onCancelled?.(task)
      const { tasks, cancelled, hasHeld } = claimed
      slots.reserve(0)
      return (tasks.length > 0 || cancelled.length > 0 || hasHeld) && slots.free() > 0
    } finally {
      slots.reserve(0)
    }
  }

  async function take(): Promise<Claimed | undefined> {
    const limit = slots.free()
    if (limit <= 0) return undefined
    slots.reserve(limit)
    // A read without a lock comes first: an idle worker must cost the database almost nothing.
    const waiting = await heads.readWaiting(deps.limits ?? {})
    const capacity =
      waiting.length === 0
        ? undefined
        : await deps.capacityAtEngines(
            waiting.map(({ product }) => product),
            slots.taken,
          )
    const products: readonly ClaimLimit[] = waiting.map(({ product, ...place }) => ({
      product,
      limit: Math.min(limit, slots.freeFor(product), capacity?.get(product) ?? limit),
      ...place,
    }))
    if (!products.some((request) => request.limit > 0)) return undefined
    const { worker, limits } = deps
    return deps.database.transaction((tx) =>
      claimTasks(tx, { worker, limit, leaseMs: settings.leaseMs, products, ...(limits && { limits }) }),
    )
  }

  async function heartbeat(): Promise<void> {
    const runs = [...running.values()]
    const tasks = runs.map(({ task }) => task)
    const lost = await deps.database.transaction(async (tx) => {
      await recordHeartbeat(tx, deps.worker, settings.leaseMs)
      return new Set(tasks.length === 0 ? [] : await extendLeases(tx, tasks, settings.leaseMs))
    })
    for (const run of runs) {
      // A task that has ended meanwhile has no lease either, and it may have been claimed again since.
      const isRunning = running.get(run.task.id) === run
      if (isRunning && lost.has(run.task.id)) run.abort.abort(new Error('The lease is lost.'))
    }
  }

  /**
   * A search that had to wait for the database takes nothing, nor does any while heartbeats are sent once more: no
   * worker could send one meanwhile, and the engines' answers are in their hands.
   */
  async function recover(): Promise<void> {
    const beganAtMs = performance.now()
    if (beganAtMs < leftUntilMs) return
    const wasAway = () => performance.now() - beganAtMs > settings.recoverMs
    try {
      await deps.recoverLeases(() => !wasAway())
    } finally {
      if (wasAway()) leftUntilMs = performance.now() + settings.leaseMs / 3
    }
  }

  async function appear(): Promise<void> {
    await deps.database.transaction(async (tx) => {
      await forgetDeadWorkers(tx)
      await recordHeartbeat(tx, deps.worker, settings.leaseMs)
    })
  }

  function disappear(): Promise<void> {
    const forgotten = deps.database.transaction((tx) => forgetWorkers(tx, [{ worker: deps.worker }]))
    return withTimeout(farewellMsMax, forgotten, () => new Error('The database did not respond in time.'))
  }

  function logFailure(what: string): (error: unknown) => void {
    return (error) => logger.warn({ err: error }, what)
  }

  function every(periodMs: number, name: string, work: () => Promise<unknown>): NodeJS.Timeout {
    let busy = false
    return setInterval(() => {
      if (busy) return
      busy = true
      work()
        .catch(logFailure(`${name} failed; it will be tried again`))
        .finally(() => {
          busy = false
        })
    }, periodMs)
  }

  return {
    wake: () => woken.set(),
    async run() {
      await countingWaits(waited, appear).catch(logFailure('heartbeat failed; it will be tried again'))
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
      await disappear().catch(logFailure('the worker counts as alive until its heartbeat expires'))
    },
    stop() {
      stopped.abort()
      waited.ms = Number.POSITIVE_INFINITY // It is not tried again.
      woken.set()
    },
  }

  async function drain(): Promise<void> {
    const drained = new AbortController()
    const ends = Promise.all([...running.values()].map(({ ended }) => ended)).then(() => drained.abort())
    await (deps.sleep ?? sleep)(settings.drainMs, drained.signal)
    for (const { abort } of running.values()) abort.abort(new Error('The worker is stopping.'))
    await ends
  }
}
