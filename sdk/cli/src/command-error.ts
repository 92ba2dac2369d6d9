import type { ExitCodeName } from './exit-codes.js'

/** An error that the command itself detects, with its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exit: ExitCodeName
  /** The affected task, if any. */
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

/** An error with advice for people, and the facts that a program needs to follow it. */
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

/**
 * Some of several generations failed. Each failure is reported already; the first one decides the exit code.
 */
export class SeveralError extends Error {
  override readonly name = 'SeveralError'
  readonly first: unknown

  constructor(first: unknown, failed: number, all: number) {
    super(`${failed} of ${all} generations failed`, { cause: first })
    this.first = first
  }
}
