import type { Clock } from '../core/clock.js'
import { resultLinkSeconds } from '../generated/limits.js'
import type { components } from '../generated/openapi.js'
import type { Product, TaskErrorCode } from '../types/index.js'
import type { MagicEffect } from './magic-prompts.js'
import { costOf } from './mock-cost.js'
import type { MakeId } from './mock-ids.js'
import { type Course, progressStepMsFor, stateAt, untilChangeMs } from './mock-states.js'
import { sampleResult } from './sample-file.js'
import type { TaggedState } from './state-tags.js'

/** A task as the service returns it. */
type Task = components['schemas']['Task']

/** A task as the options of a mock see it. */
export interface MockTask {
  readonly id: string
  readonly type: Product
  /** The body of the request. */
  readonly request: Readonly<Record<string, unknown>>
}

/** A time in milliseconds, for all tasks or by a function for each. */
export type TaskTime = number | ((task: MockTask) => number)

/** How long tasks take, and how they end. */
export interface TaskOutcomes {
  readonly queuedMs: TaskTime
  readonly processingMs: TaskTime
  readonly progress: boolean
  readonly result: ((task: MockTask) => Blob | undefined) | undefined
  readonly makeId: MakeId
}

/** The tasks of a mock. */
export type MockTasks = ReturnType<typeof createMockTasks>

/** How a task that is added goes on, where that is not as the options of the mock say. */
interface AddedTask extends Pick<MagicEffect, 'queuedMs' | 'processingMs' | 'isRemoved'> {
  /** The request as the task shows it. */
  readonly shown: NonNullable<Task['request']>
  readonly failure: TaskErrorCode | undefined
  /** It is cancelled if it has not started after this time. */
  readonly cancelAfterMs?: number | undefined
}

interface StoredTask extends MockTask, Course, Pick<AddedTask, 'shown'> {
  readonly price: string
  readonly file: Blob
  readonly failure: TaskErrorCode | undefined
  cancelledAtMs: number | undefined
  removed: components['schemas']['RemovedResult'] | undefined
  isSettled: boolean
  /** Ends the holds of polls. */
  readonly onCancel: Set<() => void>
}

/** The tasks of a mock. A task's state depends only on the time; its price is settled when it is read. */
export function createMockTasks(
  clock: Clock,
  { queuedMs, processingMs, progress: tellsProgress, result, makeId }: TaskOutcomes,
  refund: (price: string) => void,
) {
  const tasks = new Map<string, StoredTask>()
  let lastExpiredLink = 0
  let links = 0
  const linksMade = new Map<string, number>()
  const stateOf = (task: StoredTask) => stateAt(task, clock.now())
  const isoOf = (ms: number) => new Date(ms).toISOString()

  function settle(task: StoredTask): Task['status'] {
    const { status } = stateOf(task)
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
    const { progress } = stateOf(task)
    const startedAtMs = task.createdAtMs + task.queuedMs
    const hasStarted = status !== 'QUEUED' && status !== 'CANCELLED'
    const hasEnded = status === 'SUCCEEDED' || status === 'FAILED'
    const cancelledAtMs = status === 'CANCELLED' ? (task.cancelledAtMs ?? task.overdueAtMs) : undefined
    const endedAtMs = hasEnded ? startedAtMs + task.processingMs : cancelledAtMs
    const { type: contentType, size: sizeBytes } = task.file
    const { removed } = task
    // Samples are small, but a page that shows thumbnails should find some.
    const link = () => makeLink(task, origin)
    const small = () => (contentType.startsWith('image/') ? { thumbnailUrl: link() } : {})
    const files = () => (removed ? [] : [{ url: link(), contentType, sizeBytes, ...small() }])
    return {
      id: task.id,
      type: task.type,
      status,
      createdAt: isoOf(task.createdAtMs),
      startedAt: hasStarted ? isoOf(startedAtMs) : null,
      completedAt: endedAtMs === undefined ? null : isoOf(endedAtMs),
      output:
        status === 'SUCCEEDED'
          ? task.type.startsWith('image')
            ? { images: files(), ...(removed && { removed }) }
            : { videos: files(), ...(removed && { removed }) }
          : null,
      error: status === 'FAILED' && task.failure ? { code: task.failure, message: null } : null,
      cost: costOf(task.price, status),
      request: task.shown,
      ...(progress !== undefined && { progress }),
      ...(endedAtMs === undefined && { usualSeconds: Math.max(1, Math.round(task.processingMs / 1000)) }),
    }
  }

  return {
    size: () => tasks.size,
    /** How many are QUEUED or PROCESSING. */
    unfinished: () =>
      [...tasks.values()].filter((task) => untilChangeMs(task, clock.now()) !== undefined).length,
    /** Adds a task, whose price is reserved. */
    add(
      asked: Omit<MockTask, 'id'>,
      price: string,
      { shown, failure, cancelAfterMs = Infinity, isRemoved, ...times }: AddedTask,
    ): Pick<Task, 'id' | 'createdAt' | 'cost'> {
      const id = makeId('task', tasks.size + 1)
      const known = { id, ...asked }
      const waitMs = timeOf(times.queuedMs ?? queuedMs, known)
      const runMs = timeOf(times.processingMs ?? processingMs, known)
      const task = {
        ...known,
        shown,
        createdAtMs: clock.now(),
        queuedMs: waitMs,
        overdueAtMs: cancelAfterMs < waitMs ? clock.now() + cancelAfterMs : undefined,
        processingMs: runMs,
        progressStepMs: tellsProgress ? progressStepMsFor(runMs) : runMs,
        file: result?.(known) ?? sampleResult(known),
        price,
        failure,
        cancelledAtMs: undefined,
        removed: isRemoved
          ? { code: 'RESULT_EXPIRED' as const, removedAt: isoOf(clock.now() + waitMs + runMs) }
          : undefined,
        isSettled: false,
        onCancel: new Set<() => void>(),
      }
      tasks.set(id, task)
      return { id, createdAt: isoOf(task.createdAtMs), cost: costOf(price, 'QUEUED') }
    },
    /** What the tag of a task names; undefined if there is none. */
    state(id: string): TaggedState | undefined {
      const task = tasks.get(id)
      return task && stateOf(task)
    },
    /** Whether the result of a task is removed. */
    isRemoved: (id: string) => tasks.get(id)?.removed !== undefined,
    /** A task in its current state, with links to the address that it was requested at. */
    view(id: string, origin: string): Task | undefined {
      const task = tasks.get(id)
      return task && viewOf(task, origin)
    },
    /** In the order of acceptance. */
    ids: () => [...tasks.keys()],
    /**
     * Resolves when one of these tasks changes or after the given milliseconds; rejects when the signal
     * aborts.
     */
    async holdAny(ids: readonly string[], ms: number, signal: AbortSignal): Promise<void> {
      const open = ids.flatMap((id) => {
        const task = tasks.get(id)
        const untilMs = task && untilChangeMs(task, clock.now())
        return task === undefined || untilMs === undefined ? [] : [{ task, untilMs }]
      })
      if (open.length === 0) return
      const stop = new AbortController()
      const end = () => stop.abort()
      for (const { task } of open) task.onCancel.add(end)
      try {
        const untilMs = Math.min(ms, ...open.map((one) => one.untilMs))
        await clock.delay(untilMs, AbortSignal.any([signal, stop.signal]))
      } catch (error) {
        if (open.every(({ task }) => task.cancelledAtMs === undefined)) throw error
      } finally {
        for (const { task } of open) task.onCancel.delete(end)
      }
    },
    /** Cancels a waiting task; returns whether the task is cancelled now, and undefined if there is none. */
    cancel(id: string): boolean | undefined {
      const task = tasks.get(id)
      if (task === undefined) return undefined
      if (stateOf(task).status === 'QUEUED') {
        task.cancelledAtMs = clock.now()
        for (const end of task.onCancel) end()
      }
      return settle(task) === 'CANCELLED'
    },
    /** Removes the result of a succeeded task, once. Throws for any other. */
    removeResult(id: string, code: components['schemas']['RemovedResultCode']) {
      const task = tasks.get(id)
      if (task === undefined || stateOf(task).status !== 'SUCCEEDED')
        throw new TypeError(`Task ${id} has no result to remove`)
      task.removed ??= { code, removedAt: isoOf(clock.now()) }
    },
    /** Settles every task that is due. */
    settleAll() {
      for (const task of tasks.values()) settle(task)
    },
    expireLinks() {
      lastExpiredLink = links
    },
    /** The file behind a link; undefined if the link has expired, null if the file is removed. */
    open(id: string, link: string | null): Blob | null | undefined {
      const madeAtMs = link === null ? undefined : linksMade.get(link)
      const isGood =
        madeAtMs !== undefined &&
        Number(link) > lastExpiredLink &&
        clock.now() < madeAtMs + resultLinkSeconds * 1000
      const task = isGood ? tasks.get(id) : undefined
      return task?.removed ? null : task?.file
    },
  }
}

function timeOf(time: TaskTime, task: MockTask): number {
  return typeof time === 'number' ? time : time(task)
}
