import type { Clock } from '../core/clock.js'
import type { Product, Task, TaskErrorCode } from '../types.js'

const linkLifetimeMs = 3_600_000

/** How long tasks take. */
export interface TaskTimes {
  readonly queuedMs: number
  readonly processingMs: number
}

interface StoredTask {
  readonly id: string
  readonly type: Product
  readonly createdAtMs: number
  readonly price: bigint
  readonly failure: TaskErrorCode | undefined
  isCancelled: boolean
  isSettled: boolean
}

/**
 * The tasks of a mock. Where a task stands follows from the time alone; its price is settled when it is
 * looked at.
 */
export function createMockTasks(clock: Clock, times: TaskTimes, refund: (price: bigint) => void) {
  const tasks = new Map<string, StoredTask>()
  let lastExpiredLink = 0
  let links = 0
  const linksMade = new Map<string, number>()
  const isoOf = (ms: number) => new Date(ms).toISOString()

  function statusOf({ isCancelled, createdAtMs, failure }: StoredTask): Task['status'] {
    const ageMs = clock.now() - createdAtMs
    if (isCancelled) return 'CANCELLED'
    if (ageMs < times.queuedMs) return 'QUEUED'
    if (ageMs < times.queuedMs + times.processingMs) return 'PROCESSING'
    return failure === undefined ? 'SUCCEEDED' : 'FAILED'
  }

  function settle(task: StoredTask): Task['status'] {
    const status = statusOf(task)
    if (!task.isSettled && (status === 'FAILED' || status === 'CANCELLED')) {
      task.isSettled = true
      refund(task.price)
    }
    return status
  }

  function makeLink(task: StoredTask, origin: string): string {
    links += 1
    linksMade.set(`${links}`, clock.now())
    return `${origin}/files/results/${task.id}?link=${links}`
  }

  function viewOf(task: StoredTask, origin: string): Task {
    const status = settle(task)
    const startedAtMs = task.createdAtMs + times.queuedMs
    const hasStarted = status !== 'QUEUED' && status !== 'CANCELLED'
    const isOver = status === 'SUCCEEDED' || status === 'FAILED'
    const contentType = task.type.startsWith('image') ? 'image/png' : 'video/mp4'
    const files = () => [{ url: makeLink(task, origin), contentType, sizeBytes: resultOf(task.id).length }]
    return {
      id: task.id,
      type: task.type,
      status,
      createdAt: isoOf(task.createdAtMs),
      startedAt: hasStarted ? isoOf(startedAtMs) : null,
      completedAt: isOver ? isoOf(startedAtMs + times.processingMs) : null,
      output:
        status === 'SUCCEEDED'
          ? contentType === 'image/png'
            ? { images: files() }
            : { videos: files() }
          : null,
      error: status === 'FAILED' && task.failure ? { code: task.failure, message: null } : null,
    }
  }

  return {
    size: () => tasks.size,
    add(type: Product, price: bigint, failure: TaskErrorCode | undefined): Pick<Task, 'id' | 'createdAt'> {
      const id = `task${tasks.size + 1}`
      const task = {
        id,
        type,
        createdAtMs: clock.now(),
        price,
        failure,
        isCancelled: false,
        isSettled: false,
      }
      tasks.set(id, task)
      return { id, createdAt: isoOf(task.createdAtMs) }
    },
    /** A task as it is now, with links to where it was asked for. */
    view(id: string, origin: string): Task | undefined {
      const task = tasks.get(id)
      return task && viewOf(task, origin)
    },
    /** Cancels what waits; answers whether the task is cancelled now, and undefined where there is none. */
    cancel(id: string): boolean | undefined {
      const task = tasks.get(id)
      if (task === undefined) return undefined
      if (statusOf(task) === 'QUEUED') task.isCancelled = true
      return settle(task) === 'CANCELLED'
    },
    /** Settles every task whose time has come. */
    settleAll() {
      for (const task of tasks.values()) settle(task)
    },
    expireLinks() {
      lastExpiredLink = links
    },
    /** The bytes behind a link; undefined where it has run out. */
    open(id: string, link: string | null): Uint8Array<ArrayBuffer> | undefined {
      const madeAtMs = link === null ? undefined : linksMade.get(link)
      const isGood =
        madeAtMs !== undefined && Number(link) > lastExpiredLink && clock.now() < madeAtMs + linkLifetimeMs
      return isGood && tasks.has(id) ? resultOf(id) : undefined
    },
  }
}

/** A picture is not needed where nobody looks: a text that tells one result from another. */
function resultOf(id: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`the result of ${id}`)
}
