import type { Context } from '../core/http.js'
import { backoffMs, readRetryAfterMs } from '../core/retry-policy.js'
import { cancelTask, getTask } from '../core/task-calls.js'
import { NotFoundError } from '../errors/api-error.js'
import { MediagenError } from '../errors/mediagen-error.js'
import { TaskCancelledError, TaskFailedError, WaitTimeoutError } from '../errors/task-errors.js'
import { finishTask } from '../results/finished-task.js'
import type { FinishedTask, FollowOptions, Task, WaitOptions } from '../types.js'

const waitTimeoutMs = 600_000
/** No task finishes sooner, so the first poll of a new one is delayed as long. */
const pollFirstMs = 400
const pollMaxMs = 3000
/** The minimum timeout of a poll, so that even a wait with timeout 0 polls once. */
const pollTimeoutMinMs = 1000
/** How long a replica of the service may not know a task that was just accepted. */
const replicationDelayMs = 5000
/** The deadline of a cancellation in the background, which may keep the process alive as long. */
const cancelTimeoutMs = 5000
const finalStatuses: readonly string[] = ['SUCCEEDED', 'FAILED', 'CANCELLED'] satisfies Task['status'][]

/** Follows a task until it is final, and gives its result; throws what it came to instead. */
export async function waitForTask(
  context: Context,
  taskId: string,
  options: WaitOptions = {},
  newAtMs?: number,
): Promise<FinishedTask> {
  for await (const task of followTask(context, taskId, options, newAtMs)) {
    options.onUpdate?.(task)
    if (task.status === 'SUCCEEDED') return finishTask(context, task)
    if (task.status === 'FAILED') throw new TaskFailedError(task)
    if (task.status === 'CANCELLED') throw new TaskCancelledError(task)
  }
  throw new MediagenError(`Task ${taskId} was left before it was final`, { taskId })
}

/**
 * Yields a task when it is first seen and after each change of its status, the final one last. Polls every
 * 0.4 s in the first second, then backs off to every 3 s: a task of 1 s is seen 0.2 s after its end with 3
 * polls, one of 30 s within 1 s with 14. A retryable error of a poll is retried until the timeout; an unknown
 * status counts as not final. `newAtMs` is when this process had the task accepted.
 */
export async function* followTask(
  context: Context,
  taskId: string,
  options: FollowOptions = {},
  newAtMs?: number,
): AsyncGenerator<Task, void> {
  const { signal, timeoutMs = waitTimeoutMs, cancelOnAbort = false } = options
  const { clock, random, timeoutMs: answerMs } = context.transport
  const startedAt = clock.now()
  const leftMs = () => startedAt + timeoutMs - clock.now()
  const isNew = () => newAtMs !== undefined && clock.now() < newAtMs + replicationDelayMs
  let lastTask: Task | undefined
  let failures = 0
  let pauseMs = isNew() ? pollFirstMs : 0
  try {
    for (;;) {
      await clock.delay(Math.max(0, Math.min(pauseMs, leftMs())), signal)
      const pollMs = Math.min(answerMs, Math.max(pollTimeoutMinMs, leftMs()))
      let retryAfterMs = 0
      const onResponse = ({ headers }: Response) => {
        retryAfterMs = readRetryAfterMs(headers, clock.now()) ?? 0
      }
      const pollOptions = { signal, maxRetries: 0, timeoutMs: pollMs, onResponse }
      const polled = await getTask(context, taskId, pollOptions).catch((error: unknown) =>
        rethrowUnlessTransient(error, isNew()),
      )
      if (polled instanceof MediagenError) {
        pauseMs = Math.max(retryAfterMs, pollFirstMs, backoffMs(failures, random))
        failures += 1
      } else {
        const changed = polled.status !== lastTask?.status
        lastTask = polled
        if (changed) yield polled
        if (finalStatuses.includes(polled.status)) return
        pauseMs = Math.max(retryAfterMs, pauseAfter(clock.now() - startedAt))
        failures = 0
      }
      if (leftMs() <= 0) {
        const cause = polled instanceof MediagenError ? polled : undefined
        const resume = (again?: WaitOptions) => waitForTask(context, taskId, { ...options, ...again })
        throw new WaitTimeoutError({ taskId, timeoutMs, lastTask, cause, resume })
      }
    }
  } catch (error) {
    // The call has already rejected: a failed cancellation has no one to be reported to.
    if (cancelOnAbort && signal?.aborted) {
      const limits = { timeoutMs: cancelTimeoutMs, deadlineMs: clock.now() + cancelTimeoutMs }
      cancelTask(context, taskId, limits).catch(() => undefined)
    }
    throw error
  }
}

/** Returns the error of a poll if it is transient; rethrows any other, such as an abort. */
function rethrowUnlessTransient(error: unknown, isNew: boolean): MediagenError {
  if (error instanceof MediagenError && (error.retryable || (isNew && error instanceof NotFoundError))) {
    return error
  }
  throw error
}

function pauseAfter(elapsedMs: number): number {
  return elapsedMs < 1000 ? pollFirstMs : Math.min(pollMaxMs, elapsedMs * 0.8)
}
