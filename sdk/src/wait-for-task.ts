import { ApiError } from './errors/api-error.js'
import { MediagenError } from './errors/mediagen-error.js'
import { TaskCancelledError, TaskFailedError, WaitTimeoutError } from './errors/task-errors.js'
import { finishTask } from './finished-task.js'
import { getTask } from './get-task.js'
import type { Context } from './http.js'
import { backoffMs } from './retry-policy.js'
import type { FinishedTask, Task, WaitOptions } from './types.js'

const waitTimeoutMs = 600_000
/** No task is over sooner, so the first look at a new one waits as long. */
export const pollFirstMs = 400
const pollMaxMs = 3000
/** As long as a poll may take at least, so that a wait of no time at all still looks once. */
const pollTimeoutMinMs = 1000

/**
 * Polls until the task is final: every 0.4 s in the first second, then less and less often down to every 3 s, so that
 * a task of 1 s is seen 0.2 s after its end with 3 polls and one of 30 s within 1 s with 14. An error that another
 * poll may mend is waited out up to the deadline; a status that this version does not know counts as not final.
 */
export async function waitForTask(
  context: Context,
  taskId: string,
  options: WaitOptions = {},
  firstPauseMs = 0,
): Promise<FinishedTask> {
  const { signal, timeoutMs = waitTimeoutMs, onUpdate } = options
  const { clock, random, timeoutMs: answerMs } = context.transport
  const startedAt = clock.now()
  const leftMs = () => startedAt + timeoutMs - clock.now()
  let lastTask: Task | undefined
  let failures = 0
  let pauseMs = firstPauseMs
  for (;;) {
    await clock.delay(Math.max(0, Math.min(pauseMs, leftMs())), signal)
    const pollMs = Math.min(answerMs, Math.max(pollTimeoutMinMs, leftMs()))
    const seen = await getTask(context, taskId, { signal, maxRetries: 0, timeoutMs: pollMs }).catch(transient)
    if (seen instanceof MediagenError) {
      const askedMs = seen instanceof ApiError ? (seen.retryAfterMs ?? 0) : 0
      pauseMs = Math.max(askedMs, pollFirstMs, backoffMs(failures, random))
      failures += 1
    } else {
      const changed = seen.status !== lastTask?.status
      lastTask = seen
      if (changed) onUpdate?.(seen)
      if (seen.status === 'SUCCEEDED') return finishTask(context, seen)
      if (seen.status === 'FAILED') throw new TaskFailedError(seen)
      if (seen.status === 'CANCELLED') throw new TaskCancelledError(seen)
      pauseMs = pauseAfter(clock.now() - startedAt)
      failures = 0
    }
    if (leftMs() <= 0) {
      const cause = seen instanceof MediagenError ? seen : undefined
      const resume = (again?: WaitOptions) => waitForTask(context, taskId, { ...options, ...again })
      throw new WaitTimeoutError({ taskId, timeoutMs, lastTask, cause, resume })
    }
  }
}

/** The error of a poll, where another poll may mend it; throws any other, an abort above all. */
function transient(error: unknown): MediagenError {
  if (error instanceof MediagenError && error.retryable) return error
  throw error
}

function pauseAfter(elapsedMs: number): number {
  return elapsedMs < 1000 ? pollFirstMs : Math.min(pollMaxMs, elapsedMs * 0.8)
}
