import type { ExitCodeName } from './exit-codes.js'

/** A fault that a command finds by itself, with the meaning of its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exit: ExitCodeName
  /** The task that it is about. */
  readonly taskId: string | undefined

  constructor(
    exit: ExitCodeName,
    message: string,
    { taskId, cause }: { taskId?: string; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.exit = exit
    this.taskId = taskId
  }
}

/** An error together with what to do about it, and what a program needs for that. */
export class AdvisedError extends Error {
  override readonly name = 'AdvisedError'
  readonly reason: unknown
  readonly advice: string
  readonly facts: object

  constructor(reason: unknown, advice: string, facts: object = {}) {
    super(advice, { cause: reason })
    this.reason = reason
    this.advice = advice
    this.facts = facts
  }
}
