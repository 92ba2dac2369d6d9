import type { TaskHandle } from './generations.js'
import type { FinishedTask } from './results.js'

/** How to run a batch. */
export interface BatchOptions<Input, Handle extends TaskHandle, Result = FinishedTask> {
  /**
   * What to do with each generation once it is accepted, such as to note its id, wait for it and save its
   * result. What it resolves to is the `result` of the outcome; where it rejects, the outcome is a failure.
   * @default waits for the result
   */
  readonly each?: ((generation: Handle, input: Input, index: number) => Result | Promise<Result>) | undefined
  /** How many are ordered or waited for at a time; a whole number from 1 on. @default 100 */
  readonly concurrency?: number | undefined
  /** Stops ordering and waiting; the outcomes say how far each has come. Accepted tasks continue. */
  readonly signal?: AbortSignal | undefined
}

/** What became of one input of a batch. */
export type BatchOutcome<Input, Handle extends TaskHandle, Result = FinishedTask> =
  | {
      readonly status: 'succeeded'
      readonly input: Input
      readonly generation: Handle
      readonly result: Result
      readonly error?: undefined
    }
  | {
      /** Its order was rejected, or something failed after the task was accepted. */
      readonly status: 'failed'
      readonly input: Input
      /** The accepted task, which may still run; undefined if it was not accepted. */
      readonly generation: Handle | undefined
      readonly result?: undefined
      readonly error: unknown
    }
  | {
      /** It was never ordered, because of an error of the account or an abort. */
      readonly status: 'notSent'
      readonly input: Input
      readonly generation?: undefined
      readonly result?: undefined
      /** The error of another input that rejects every further one, or the reason of the abort. */
      readonly error: unknown
    }
