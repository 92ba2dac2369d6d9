import type { Hint } from '../../../server/src/commands/look/blocks.ts'
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
  readonly advice: Hint
  readonly facts: object

  constructor(reason: unknown, advice: Hint, facts: object = {}) {
    super(hintText(advice), { cause: reason })
    this.reason = reason
    this.advice = advice
    this.facts = facts
  }
}

/** A hint on one line, for a program. */
export function hintText(hint: Hint): string {
  return typeof hint === 'string' ? hint : `${hint.text} ${hint.command}`
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
