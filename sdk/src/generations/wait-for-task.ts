import type { Context } from '../core/http.js'
import { notify } from '../core/notify.js'
import { readRetryAfterMs } from '../core/retry-policy.js'
import { checkNumbers } from '../core/settings.js'
import { cancelTask, getTask } from '../core/task-calls.js'
import { ApiError, NotFoundError } from '../errors/api-error.js'
import { ConnectionError, InvalidResponseError } from '../errors/call-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import { TaskCancelledError, TaskFailedError, WaitTimeoutError } from '../errors/task-errors.js'
import { finishTask } from '../results/finished-task.js'
import type { FinishedTask, FollowOptions, SavedGeneration, Task, WaitOptions } from '../types/index.js'
import { createPollPace, type PollResponse } from './poll-pace.js'

const waitTimeoutMs = 600_000
/** The minimum timeout of a poll, so that even a wait with timeout 0 polls once. */
const pollTimeoutMinMs = 1000
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

/** A task in its state right after acceptance. */
function taskOf({ saved: { id, createdAt, pricingInput } }: AcceptedHere): Task {
  const nothingYet = { startedAt: null, completedAt: null, output: null, error: null }
  return { id, type: pricingInput.product, status: 'QUEUED', createdAt, ...nothingYet }
}

/** Follows a task until it is final and resolves to its result; throws any other outcome. */
export async function waitForTask(
  context: Context,
  taskId: string,
  options: WaitOptions = {},
  accepted?: AcceptedHere,
): Promise<FinishedTask> {
  for await (const task of followTask(context, taskId, options, accepted)) {
    notify(() => options.onUpdate?.(task), 'callback')
    if (task.status === 'SUCCEEDED') return finishTask(context, task)
    if (task.status === 'FAILED') throw new TaskFailedError(task)
    if (task.status === 'CANCELLED') throw new TaskCancelledError(task)
  }
  throw new MediagenError(`Task ${taskId} was left before it was final`, { taskId })
}

/**
 * Yields a task when it is first read and after each change of its status, the final one last. A poll's
 * retryable error is retried until the timeout; an unknown status counts as not final. A task that was just
 * accepted for this process is first yielded in that state, without a request.
 */
export async function* followTask(
  context: Context,
  taskId: string,
  options: FollowOptions = {},
  accepted?: AcceptedHere,
): AsyncGenerator<Task, void> {
  const { signal, timeoutMs = waitTimeoutMs, cancelOnAbort = false, headers } = options
  // A wait without time polls once.
  if (timeoutMs !== 0) checkNumbers({ timeoutMs })
  const { clock } = context.transport
  const startedAt = clock.now()
  const leftMs = () => startedAt + timeoutMs - clock.now()
  const isNew = () => accepted !== undefined && clock.now() < accepted.atMs + replicationDelayMs
  const pace = createPollPace(context, isNew())
  let lastTask = accepted && isNew() ? taskOf(accepted) : undefined
  /** Names the state of `lastTask`, so that the service does not hold a poll that comes after a change. */
  let etag = lastTask && accepted?.etag
  try {
    if (lastTask) yield lastTask
    for (;;) {
      await clock.delay(Math.max(0, Math.min(pace.pauseMs(), leftMs())), signal)
      const seen = lastTask && etag !== undefined ? { task: lastTask, etag } : undefined
      const holdSeconds = pace.holdSeconds(leftMs())
      const poll = { taskId, seen, holdSeconds, leftMs: leftMs() }
      const { response, result } = await pollTask(context, poll, options)
      if (result instanceof MediagenError) {
        throwUnlessTransient(result, {
          isNew: isNew(),
          isKnown: accepted !== undefined || lastTask !== undefined,
        })
        pace.failed(response, result instanceof ConnectionError)
      } else {
        const isChanged = result.status !== lastTask?.status
        // A tag that the service does not recognize is not sent again: the poll would not be held.
        if (isChanged) etag = response.etag
        else if (seen !== undefined && holdSeconds > 0 && result !== seen.task) etag = undefined
        lastTask = result
        pace.seen(response, isChanged)
        if (isChanged) yield result
        if (finalStatuses.includes(result.status)) return
      }
      if (leftMs() <= 0) {
        const cause = result instanceof MediagenError ? result : undefined
        const resume = (again?: WaitOptions) => waitForTask(context, taskId, { ...options, ...again })
        throw new WaitTimeoutError({ taskId, timeoutMs, lastTask, cause, resume })
      }
    }
  } catch (error) {
    pace.end()
    // The call has already rejected: a failed cancellation cannot be reported to anyone.
    if (cancelOnAbort && signal?.aborted) {
      const limits = { headers, timeoutMs: cancelTimeoutMs, deadlineMs: clock.now() + cancelTimeoutMs }
      cancelTask(context, taskId, limits).catch(() => undefined)
    }
    throw error
  }
}

/** One poll: what the caller knows of the task, and how long to hold it. */
interface Poll {
  readonly taskId: string
  readonly seen: { readonly task: Task; readonly etag: string } | undefined
  readonly holdSeconds: number
  /** The rest of the whole wait. */
  readonly leftMs: number
}

/**
 * Polls once, held for the given seconds if the service supports it. Resolves to the task, which is the seen
 * one if it has not changed, or to the poll's error; rejects with the reason of an abort.
 */
async function pollTask(
  context: Context,
  { taskId, seen, holdSeconds, leftMs }: Poll,
  { signal, headers }: FollowOptions,
): Promise<{ response: PollResponse; result: Task | MediagenError }> {
  const { clock, timeoutMs: responseMs } = context.transport
  const holdMs = holdSeconds * 1000
  let response: PollResponse = { isHeld: false, retryAfterMs: 0, etag: undefined }
  const onResponse = ({ headers: received }: Response) => {
    const isHeld = /\bwait\b/.test(received.get('preference-applied') ?? '')
    const retryAfterMs = readRetryAfterMs(received, clock.now()) ?? 0
    response = { isHeld, retryAfterMs, etag: received.get('etag') ?? undefined }
  }
  const timeoutMs = holdMs + Math.min(responseMs, Math.max(pollTimeoutMinMs, leftMs - holdMs))
  const known = seen && { 'if-none-match': seen.etag }
  const hold = holdSeconds > 0 ? { prefer: `wait=${holdSeconds}`, ...known } : {}
  const limits = { signal, maxRetries: 0, timeoutMs, deadlineMs: 0 }
  try {
    const call = { ...limits, headers: { ...headers, ...hold }, onResponse }
    return { result: await getTask(context, taskId, call), response }
  } catch (error) {
    if (seen !== undefined && error instanceof ApiError && error.status === 304)
      return { result: seen.task, response }
    if (error instanceof MediagenError) return { result: error, response }
    throw error
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
