import { conclusiveStatuses, createIdempotencyKey, repeatableMs } from '../core/idempotency-key.js'
import type { Mediagen } from '../mediagen.js'
import type { FinishedTask, Generation, Task, WaitOptions } from '../types/index.js'
import { errorOf, type Facts, noClient } from './errors.js'
import { type OrderStore, orderFrom, type SavedOrder, type SavedTask } from './saved-order.js'
import type { TaskView, UseGeneration } from './types.js'

const finalStates: Readonly<Record<string, SavedTask['ended']>> = {
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
}

const words = {
  idle: '',
  submitting: 'Sending the order',
  open: 'Not known whether it was accepted',
  waiting: 'Waiting to start',
  running: 'Generating',
  offline: 'Reconnecting',
  succeeded: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** A view without an order. */
export const idle: TaskView = {
  state: 'idle',
  progress: '',
  taskId: undefined,
  task: undefined,
  result: undefined,
  cost: undefined,
  isOffline: false,
  lastError: undefined,
  error: undefined,
}

/** One order and its task, followed while somebody subscribes. */
export interface GenerationStore extends Pick<UseGeneration, 'cancel' | 'reset' | 'retry' | 'submit'> {
  /** Follows the task until the returned function is called, which leaves the task alone. */
  subscribe(listener: () => void): () => void
  /** The same object until something changes. */
  read(): TaskView
}

/** Creates a store. Sends nothing and reads nothing before it is read or subscribed to. */
export function createGenerationStore(client: Mediagen | undefined, orderStore: OrderStore): GenerationStore {
  const listeners = new Set<() => void>()
  let view = idle
  /** The order that counts; whatever comes of another one is left aside. */
  let order: SavedOrder | SavedTask | undefined
  let isRead = false
  let sending: Promise<void> | undefined
  /** Stops an order that has not been sent, such as one that waits for the rate limit. */
  let stopping: AbortController | undefined
  let following: AbortController | undefined

  function set(changes: Partial<TaskView>): void {
    const next = { ...view, ...changes }
    const isOpen = next.state === 'submitting' && next.error
    const isRunning = next.state === 'waiting' && next.task?.status === 'PROCESSING'
    const isOffline = next.lastError !== undefined
    const progress = words[isOffline ? 'offline' : isOpen ? 'open' : isRunning ? 'running' : next.state]
    view = { ...next, cost: next.task?.cost ?? next.cost, isOffline, progress }
    for (const listener of listeners) listener()
  }

  function read(): TaskView {
    if (isRead || client === undefined) return view
    isRead = true
    order = orderStore.load()
    if (order === undefined) return view
    const { taskId } = order
    const isLate = 'at' in order && taskId === undefined && Math.abs(Date.now() - order.at) > repeatableMs
    if (isLate)
      set({ state: 'failed', error: new Error('Not known whether accepted, and too old to send again') })
    else set({ state: order.ended ?? (taskId === undefined ? 'submitting' : 'waiting'), taskId })
    return view
  }

  /** Sends an order under its key; `isRepeat` says that an earlier attempt may have been accepted. */
  async function send(sender: Mediagen, own: SavedOrder, isRepeat: boolean): Promise<void> {
    set({ ...idle, state: 'submitting' })
    const stop = new AbortController()
    stopping = stop
    const { signal } = stop
    let generation: Generation
    try {
      generation = await orderFrom(sender, own, { signal, onCost: (cost) => order === own && set({ cost }) })
    } catch (reason) {
      if (order !== own) return
      const error = errorOf(reason)
      // It may have been accepted, and only its task can be cancelled.
      if (signal.aborted && (error.retry || isRepeat)) return send(sender, own, true)
      sending = undefined
      if (signal.aborted) {
        orderStore.save(undefined)
        return set({ ...idle, state: 'cancelled' })
      }
      // An error with `retry` is one of the SDK's two for an order that may have been accepted.
      if (error.retry || (isRepeat && !isConclusive(error))) return set({ error })
      orderStore.save(undefined)
      return set({ state: 'failed', error })
    }
    if (order !== own) return
    own.taskId = generation.id
    orderStore.save(own)
    sending = undefined
    set({ state: 'waiting', taskId: generation.id })
    if (listeners.size > 0) void follow(generation.wait)
  }

  async function follow(wait: (options: WaitOptions) => Promise<FinishedTask>): Promise<void> {
    following?.abort()
    const own = new AbortController()
    following = own
    const { signal } = own
    const onUpdate = (task: Task) => {
      if (!signal.aborted && finalStates[task.status] === undefined)
        set({ task, lastError: undefined, error: undefined })
    }
    const onOutage = (lastError?: Error) => void (signal.aborted || set({ lastError }))
    let end: Partial<TaskView>
    try {
      const result = await wait({ signal, onUpdate, onOutage, timeoutMs: Number.POSITIVE_INFINITY })
      end = { state: 'succeeded', task: result, result, error: undefined }
    } catch (reason) {
      const error = errorOf(reason)
      const task = error.task ?? view.task
      const state = finalStates[task?.status ?? '']
      end = {
        state: state ?? (error.code === 'TASK_NOT_FOUND' ? 'failed' : view.state),
        task,
        error: state === 'cancelled' ? undefined : error,
      }
    }
    if (signal.aborted) return
    following = undefined
    const ended = finalStates[end.task?.status ?? '']
    if (order && ended && order.ended !== ended) {
      order.ended = ended
      orderStore.save(order)
    }
    set({ ...end, lastError: undefined })
  }

  function proceed(isRetry = false): void {
    const { state, taskId } = read()
    if (client === undefined || order === undefined || sending || following) return
    if (state === 'submitting' && 'key' in order) sending = send(client, order, true)
    // One that had ended when the page was left is read again, for its result and links.
    else if (
      taskId !== undefined &&
      (!view.task || state === 'waiting' || (isRetry && state === 'succeeded'))
    )
      void follow((options) => client.tasks.wait(taskId, options))
  }

  function leave(): void {
    following?.abort()
    following = undefined
  }

  return {
    read,
    retry: () => proceed(true),
    subscribe(listener) {
      listeners.add(listener)
      proceed()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) leave()
      }
    },
    submit(request, options) {
      const { state } = read()
      if (state === 'submitting' || state === 'waiting') return
      const next: SavedOrder = { key: createIdempotencyKey(), at: Date.now(), request, options }
      try {
        if (client === undefined) throw noClient()
        orderStore.save(next, true)
      } catch (reason) {
        return set({ ...idle, state: 'failed', error: errorOf(reason) })
      }
      order = next
      sending = send(client, next, false)
    },
    async cancel() {
      stopping?.abort()
      await sending
      const own = order
      const { state, taskId } = view
      if (client === undefined || state !== 'waiting' || taskId === undefined) return
      try {
        await client.tasks.cancel(taskId)
      } catch (reason) {
        if (order === own && view.state === 'waiting') set({ error: errorOf(reason) })
        return
      }
      if (order !== own || view.state !== 'waiting') return
      leave()
      if (listeners.size > 0) proceed()
    },
    reset() {
      read()
      leave()
      order = undefined
      sending = undefined
      orderStore.save(undefined)
      set(idle)
    },
  }
}

/** Whether the service itself has said that there is no task under the order's key. */
function isConclusive({ code, status }: Facts): boolean {
  return code !== undefined && code !== `HTTP_${status}` && conclusiveStatuses.includes(Number(status))
}
