import { checkSpelling } from '../core/check-names.js'
import type { Context } from '../core/http.js'
import { notify } from '../core/notify.js'
import { waitOptions } from '../core/option-names.js'
import { checkNumbers } from '../core/settings.js'
import { cancelTask, getTask } from '../core/task-calls.js'
import { NotFoundError } from '../errors/api-error.js'
import { ConnectionError, InvalidResponseError } from '../errors/call-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import { TaskCancelledError, TaskFailedError, WaitTimeoutError } from '../errors/task-errors.js'
import { finishTask } from '../results/finished-task.js'
import type {
  FinishedTask,
  FollowOptions,
  SavedGeneration,
  Task,
  TaskCost,
  WaitOptions,
} from '../types/index.js'
import { poll } from './poll.js'
import { createPollPace } from './poll-pace.js'
import { beginWait } from './shared-waits.js'

const waitTimeoutMs = 600_000
/** How long a replica of the service may not know a task that was just accepted. */
const replicationDelayMs = 5000
/** The deadline of a cancellation in the background, which may keep the process alive that long. */
const cancelTimeoutMs = 5000
const finalStatuses: readonly string[] = ['SUCCEEDED', 'FAILED', 'CANCELLED'] satisfies Task['status'][]

/** A generation accepted for this process, with the time of acceptance. */
export interface AcceptedHere {
  readonly atMs: number
  /** The tag of the task's state in the response. */
  readonly etag: string | undefined
  readonly saved: SavedGeneration
}

/** Receives what a read task says of its price. */
export type ReportCost = (cost: Pick<TaskCost, 'state'> | undefined) => void

/** What a handle adds to the options of a wait. */
interface HandleOptions {
  /** Stops the wait like `signal`, with which it aborts, too, and never cancels the task by itself. */
  readonly stop?: AbortSignal | undefined
  readonly reportCost?: ReportCost | undefined
}

/** A task in its state right after acceptance. */
function taskOf({ saved: { id, createdAt, pricingInput } }: AcceptedHere): Task {
  const nothingYet = { startedAt: null, completedAt: null, output: null, error: null }
  return { id, type: pricingInput.product, status: 'QUEUED', createdAt, ...nothingYet }
}

/** Follows a task until it is final and resolves to its result; throws any other outcome. */
export async function waitForTask(
  context: Context,
  taskId: string,
  options: WaitOptions & HandleOptions = {},
  accepted?: AcceptedHere,
): Promise<FinishedTask> {
  let status: string | undefined
  for await (const task of followTask(context, taskId, options, accepted)) {
    status = task.status
    notify(() => options.onUpdate?.(task), 'callback')
    if (task.status === 'SUCCEEDED') return finishTask(context, task)
    if (task.status === 'FAILED') throw new TaskFailedError(task)
    if (task.status === 'CANCELLED') throw new TaskCancelledError(task)
  }
  throw new MediagenError(`Task ${taskId} ended as ${status}, which this version of the SDK does not know`, {
    taskId,
  })
}

/**
 * Yields a task when it is first read and after each change of its status, the final one last. A poll's
 * retryable error is retried until the timeout; an unknown status counts as final once `completedAt` is set. A task that was just
 * accepted for this process is first yielded in that state, without a request. Several waits of a client
 * share their requests; one with headers of its own does not.
 */
export async function* followTask(
  context: Context,
  taskId: string,
  options: FollowOptions & HandleOptions = {},
  accepted?: AcceptedHere,
): AsyncGenerator<Task, void> {
  const { timeoutMs = waitTimeoutMs, cancelOnAbort = false, headers, reportCost } = options
  const { signal: outer, stop: signal = outer } = options
  checkSpelling(options, waitOptions)
  // A wait without time polls once.
  if (timeoutMs !== 0) checkNumbers({ timeoutMs })
  const { clock } = context.transport
  const startedAt = clock.now()
  const leftMs = () => startedAt + timeoutMs - clock.now()
  const isNew = () => accepted !== undefined && clock.now() < accepted.atMs + replicationDelayMs
  const pace = createPollPace(context, { isNew: isNew(), isAlone: true, sinceMs: () => startedAt })
  let lastTask = accepted && isNew() ? taskOf(accepted) : undefined
  /** Names the state of `lastTask`, so that the service does not hold a poll that comes after a change. */
  let etag = lastTask && accepted?.etag
  /** Whether `lastTask` came by a shared request, whose tag is of several tasks. */
  let isTagLost = false
  /** How many polls have failed, one after the other. */
  let failures = 0
  let outage: MediagenError | undefined

  function tellOutage(error?: MediagenError): void {
    if (error !== outage) notify(() => options.onOutage?.(error), 'callback')
    outage = error
  }

  /** Polls after the pause that is due; resolves to the task, or to an error that waiting may fix. */
  async function pollAlone(): Promise<Task | MediagenError> {
    await clock.delay(Math.max(0, Math.min(pace.pauseMs(), leftMs())), signal)
    const seen = etag === undefined ? undefined : lastTask
    const holdSeconds = pace.holdSeconds(isTagLost ? 0 : leftMs())
    const {
      response,
      reportRetry,
      result = seen,
    } = await poll(context, { etag: seen && etag, holdSeconds, leftMs: leftMs(), signal, headers }, (call) =>
      getTask(context, taskId, call),
    )
    if (result === undefined) throw new MediagenError(`Task ${taskId} was not returned`, { taskId })
    if (result instanceof MediagenError) {
      const isKnown = accepted !== undefined || lastTask !== undefined
      throwUnlessTransient(result, { isNew: isNew(), isKnown })
      pace.failed(response, result instanceof ConnectionError)
      failures += 1
      if (leftMs() > 0) reportRetry?.(result, Math.min(pace.pauseMs(), leftMs()), failures)
      tellOutage(result)
      return result
    }
    failures = 0
    const isChanged = result.status !== lastTask?.status
    // A tag that the service does not recognize is not sent again: the poll would not be held.
    if (isChanged || isTagLost) etag = response.etag
    else if (seen !== undefined && holdSeconds > 0 && result !== seen) etag = undefined
    isTagLost = false
    pace.seen(response, isChanged)
    return result
  }

  const wait = headers === undefined && !context.isParticular ? beginWait(context) : undefined
  try {
    if (lastTask) yield lastTask
    for (;;) {
      const seen = lastTask?.status
      const known = { taskId, seen, sinceMs: startedAt, leftMs: leftMs(), signal, tellOutage }
      const shared = await wait?.next(known)
      if (shared !== undefined) {
        etag = undefined
        isTagLost = true
      }
      if (shared instanceof MediagenError) throw shared
      const result = shared ?? (await pollAlone())
      if (!(result instanceof MediagenError)) {
        tellOutage()
        const isChanged = result.status !== lastTask?.status
        lastTask = result
        reportCost?.(result.cost)
        if (isChanged) yield result
        // A status of a later version of the service is final if the task has ended.
        if (finalStatuses.includes(result.status) || result.completedAt) return
      }
      if (leftMs() <= 0) {
        const cause = result instanceof MediagenError ? result : undefined
        const resume = (again?: WaitOptions) =>
          waitForTask(context, taskId, { ...options, stop: undefined, ...again })
        throw new WaitTimeoutError({ taskId, timeoutMs, lastTask, cause, resume })
      }
    }
  } catch (error) {
    // The call has already rejected: a failed cancellation cannot be reported to anyone.
    if (cancelOnAbort && outer?.aborted) {
      const limits = { headers, timeoutMs: cancelTimeoutMs, deadlineMs: clock.now() + cancelTimeoutMs }
      cancelTask(context, taskId, limits).catch(() => undefined)
    }
    throw error
  } finally {
    pace.end()
    wait?.end()
  }
}

/**
 * Throws an error that waiting does not fix. A web page instead of a response is one, unless something has
 * shown that the address is right: then it comes from a proxy while the service restarts.
 */
function throwUnlessTransient(error: MediagenError, known: { isNew: boolean; isKnown: boolean }): void {
  if (error instanceof NotFoundError && known.isNew) return
  if (!error.retryable || (error instanceof InvalidResponseError && !known.isKnown)) throw error
}
