import type {
  FinishedTask,
  RemovedResult,
  Task,
  TaskCancelled,
  TaskErrorCode,
  TaskFailed,
  TaskSucceeded,
  WaitOptions,
} from '../types/index.js'
import { MediagenError } from './mediagen-error.js'

const again = 'order it again'

/** What may help. What a later version of the service calls otherwise may need another request. */
const adviceOf: Readonly<Record<string, string>> = {
  INVALID_INPUT: 'change its input',
  GENERATION_FAILED: again,
  PROVIDER_UNAVAILABLE: again,
  PROVIDER_SUBMIT_AMBIGUOUS: again,
  NO_PROVIDER_CONFIGURED: 'the operator of the service has to provide an engine',
  WORKER_TIMEOUT: again,
} satisfies Record<TaskErrorCode, string>

/** The task failed and was refunded; `code` and `message` say why. */
export class TaskFailedError extends MediagenError {
  static override readonly errorName: string = 'TaskFailedError'
  declare readonly name: 'TaskFailedError'
  declare readonly taskId: string
  /**
   * The reason. With `INVALID_INPUT`, the same request would fail again; with `NO_PROVIDER_CONFIGURED`, until the
   * operator has provided an engine. With one that this version does not know, it may.
   */
  declare readonly code: TaskErrorCode | (string & {})
  /** The task as it ended. */
  declare readonly task: TaskFailed

  constructor(task: TaskFailed) {
    const code = task.error?.code ?? 'GENERATION_FAILED'
    const next = Object.hasOwn(adviceOf, code) ? adviceOf[code] : `its code, ${code}, is of a later version`
    const reason = (task.error?.message ?? code).replace(/\.$/, '')
    const facts = { taskId: task.id, code, task, retryable: next === again }
    super(`Task ${task.id} failed: ${reason}. It was refunded; ${next}`, facts)
  }
}

/** The task was cancelled before it started, and refunded. */
export class TaskCancelledError extends MediagenError {
  static override readonly errorName: string = 'TaskCancelledError'
  declare readonly name: 'TaskCancelledError'
  declare readonly taskId: string
  /** The task as it ended. */
  declare readonly task: TaskCancelled

  constructor(task: TaskCancelled) {
    const facts = { taskId: task.id, task }
    super(`Task ${task.id} was cancelled before it started, and refunded`, facts)
  }
}

/**
 * The task succeeded, and the files of its result no longer exist: the service keeps results for a limited
 * time, or they were deleted. Download results when they are ready.
 */
export class ResultRemovedError extends MediagenError {
  static override readonly errorName: string = 'ResultRemovedError'
  declare readonly name: 'ResultRemovedError'
  declare readonly taskId: string
  /** Why: `RESULT_EXPIRED`, or `RESULT_DELETED`. */
  declare readonly code: RemovedResult['code'] | (string & {})
  /** Since when, in ISO 8601. */
  declare readonly removedAt: string
  /** The task as last read. */
  declare readonly task: TaskSucceeded

  constructor(task: TaskSucceeded, { code, removedAt }: RemovedResult) {
    const facts = { taskId: task.id, code, removedAt, task }
    super(`The result of task ${task.id} was removed on ${removedAt.slice(0, 10)} (${code})`, facts)
  }
}

/** The task did not end within the timeout. It continues: call `resume()`, or wait for `taskId` elsewhere. */
export class WaitTimeoutError extends MediagenError {
  static override readonly errorName: string = 'WaitTimeoutError'
  declare readonly name: 'WaitTimeoutError'
  declare readonly taskId: string
  /** The task as last polled; undefined if no poll succeeded. `cause` is then the last poll's error. */
  declare readonly lastTask: Task | undefined
  /** Continues to wait, with the same timeout unless you set another. */
  declare readonly resume: (options?: WaitOptions) => Promise<FinishedTask>

  constructor(facts: {
    taskId: string
    timeoutMs: number
    lastTask: Task | undefined
    cause: unknown
    resume: (options?: WaitOptions) => Promise<FinishedTask>
  }) {
    const { timeoutMs, ...rest } = facts
    const state = facts.lastTask?.status ?? 'not seen yet'
    super(`Task ${facts.taskId} was not finished after ${timeoutMs} ms (${state}); resume() waits on`, {
      ...rest,
      retryable: true,
    })
  }
}
