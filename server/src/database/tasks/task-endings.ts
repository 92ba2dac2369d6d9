import type { Usd } from '../../core/domain/money/usd.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { StoredMedia, TaskFailure } from '../../core/domain/tasks/task-states.ts'
import type { CountedTask } from '../money/key-spending.ts'
import type { EndedEngineCall } from './engine-calls.ts'

/** What the settlement of a task needs to know of it. */
export type SettledTask = CountedTask & Pick<Task, 'accountId' | 'apiKeyId' | 'type'>

/** Who may end a running task: the worker that has its newest epoch. */
export type RunningTask = SettledTask & Pick<Task, 'epoch'>

export interface Success {
  readonly task: RunningTask
  readonly move: 'succeed'
  readonly output: readonly StoredMedia[]
  /** What the engine charges for it; undefined: unknown. */
  readonly engineCost?: Usd | undefined
}

export interface Failure {
  readonly task: RunningTask
  readonly move: 'fail'
  readonly failure: TaskFailure
  /** The call of an engine that ended without a job, and the task with it. */
  readonly call?: EndedEngineCall | undefined
}

/** A running task and its end: with a result, which is charged, or a failure, which is refunded. */
export type TaskEnding = Success | Failure
