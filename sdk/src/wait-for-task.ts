import { cancelTask } from './cancel-task.js'
import { NotFoundError } from './errors/api-error.js'
import { MediagenError } from './errors/mediagen-error.js'
import { TaskCancelledError, TaskFailedError, WaitTimeoutError } from './errors/task-errors.js'
import { finishTask } from './finished-task.js'
import { getTask } from './get-task.js'
import type { Context } from './http.js'
import { backoffMs, readRetryAfterMs } from './retry-policy.js'
import type { FinishedTask, FollowOptions, Task, WaitOptions } from './types.js'

const waitTimeoutMs = 600_000
/** No task is over sooner, so the first look at a new one waits as long. */
const pollFirstMs = 400
const pollMaxMs = 3000
/** As long as a poll may take at least, so that a wait of no time at all still looks once. */
const pollTimeoutMinMs = 1000
/** How long a task that was just accepted may be unknown to the machine of the service that is asked. */
const unknownAtFirstMs = 5000
/** As long as the task that nobody waits for any more may keep the process alive by its being cancelled. */
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
 * Gives a task when it is first seen and whenever its status has changed, the final one last. Polls every 0.4 s in the
 * first second, then less and less often down to every 3 s, so that a task of 1 s is seen 0.2 s after its end with 3
 * polls and one of 30 s within 1 s with 14. An error that another poll may mend is waited out up to the deadline; a
 * status that this version does not know counts as not final. `newAtMs` is when this process had the task accepted.
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
  const isNew = () => newAtMs !== undefined && clock.now() < newAtMs + unknownAtFirstMs
  let lastTask: Task | undefined
  let failures = 0
  let pauseMs = isNew() ? pollFirstMs : 0
  try {
    for (;;) {
      await clock.delay(Math.max(0, Math.min(pauseMs, leftMs())), signal)
      const pollMs = Math.min(answerMs, Math.max(pollTimeoutMinMs, leftMs()))
      let askedMs = 0
      const onResponse = ({ headers }: Response) => {
        askedMs = readRetryAfterMs(headers, clock.now()) ?? 0
      }
      const poll = { signal, maxRetries: 0, timeoutMs: pollMs, onResponse }
      const seen = await getTask(context, taskId, poll).catch((error: unknown) => transient(error, isNew()))
      if (seen instanceof MediagenError) {
        pauseMs = Math.max(askedMs, pollFirstMs, backoffMs(failures, random))
        failures += 1
      } else {
        const changed = seen.status !== lastTask?.status
        lastTask = seen
        if (changed) yield seen
        if (finalStatuses.includes(seen.status)) return
        pauseMs = Math.max(askedMs, pauseAfter(clock.now() - startedAt))
        failures = 0
      }
      if (leftMs() <= 0) {
        const cause = seen instanceof MediagenError ? seen : undefined
        const resume = (again?: WaitOptions) => waitForTask(context, taskId, { ...options, ...again })
        throw new WaitTimeoutError({ taskId, timeoutMs, lastTask, cause, resume })
      }
    }
  } catch (error) {
    // The caller has left at once: nobody is there to hear that the task had started and goes on.
    if (cancelOnAbort && signal?.aborted) {
      const limits = { timeoutMs: cancelTimeoutMs, deadlineMs: clock.now() + cancelTimeoutMs }
      cancelTask(context, taskId, limits).catch(() => undefined)
    }
    throw error
  }
}

/** The error of a poll, where another poll may mend it; throws any other, an abort above all. */
function transient(error: unknown, isNew: boolean): MediagenError {
  if (error instanceof MediagenError && (error.retryable || (isNew && error instanceof NotFoundError))) {
    return error
  }
  throw error
}

function pauseAfter(elapsedMs: number): number {
  return elapsedMs < 1000 ? pollFirstMs : Math.min(pollMaxMs, elapsedMs * 0.8)
}
