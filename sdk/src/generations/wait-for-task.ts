import { checkSpelling } from '../core/check-names.js'
import type { Context } from '../core/http.js'
import { notify } from '../core/notify.js'
import { waitOptions } from '../core/option-names.js'
import { checkNumbers } from '../core/settings.js'
import { cancelTask } from '../core/task-calls.js'
import { NotFoundError } from '../errors/api-error.js'
import { InvalidResponseError } from '../errors/call-errors.js'
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
import { joinPoller } from './join-poller.js'
import { isInState } from './known-tasks.js'

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
  throw new MediagenError(`Task ${taskId} ended as ${status}, which this SDK does not know`, {
    taskId,
  })
}

/**
 * Yields a task when it is first read and after each change of its status or progress, the final one last. A poll's retryable
 * error is retried until the timeout; an unknown status counts as final once `completedAt` is set. A task that was
 * just accepted for this process is first yielded in that state, without a request. Several waits of a client share
 * their polls; one with headers of its own does not.
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
  const sinceMs = clock.now()
  const endsAtMs = sinceMs + timeoutMs
  const isNew = () => accepted !== undefined && clock.now() < accepted.atMs + replicationDelayMs
  let lastTask = accepted && isNew() ? taskOf(accepted) : undefined
  let outage: MediagenError | undefined

  function tellOutage(error?: MediagenError): void {
    if (error !== outage) notify(() => options.onOutage?.(error), 'callback')
    outage = error
  }

  /**
   * Whether waiting may fix it. Not a web page instead of a response, unless something has shown that the address
   * is right: then it comes from a proxy while the service restarts.
   */
  function isTransient(error: MediagenError): boolean {
    if (error instanceof NotFoundError && isNew()) return true
    return error.retryable && !(error instanceof InvalidResponseError && !accepted && !lastTask)
  }

  const isAlone = headers !== undefined || context.isParticular === true
  const known = lastTask && { task: lastTask, etag: accepted?.etag }
  let poller = joinPoller(context, { isAlone, headers, accepted: known })
  try {
    if (lastTask) yield lastTask
    for (;;) {
      const answer = await poller.ask({ taskId, seen: lastTask, sinceMs, endsAtMs, signal })
      if (answer === undefined) {
        poller.end()
        poller = joinPoller(context, { isAlone: true })
        continue
      }
      if (answer instanceof MediagenError) {
        if (!isTransient(answer)) throw answer
        tellOutage(answer)
      } else {
        tellOutage()
        const isChanged = !isInState(answer, lastTask)
        lastTask = answer
        reportCost?.(answer.cost)
        if (isChanged) yield answer
        // A status of a later version of the service is final if the task has ended.
        if (finalStatuses.includes(answer.status) || answer.completedAt) return
      }
      if (clock.now() >= endsAtMs) {
        const resume = (again?: WaitOptions) =>
          waitForTask(context, taskId, { ...options, stop: undefined, ...again })
        throw new WaitTimeoutError({ taskId, timeoutMs, lastTask, cause: outage, resume })
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
    poller.end()
  }
}
