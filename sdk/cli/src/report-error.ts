import { MediagenError, WaitTimeoutError } from '@mediagen/sdk'
import { AdvisedError, CommandError, hintText, SeveralError } from './command-error.js'
import { adviceOf, pageOf, referenceOf } from './error-hints.js'
import { messageOf } from './error-message.js'
import { exitCodeOf } from './exit-code-of.js'
import type { Output } from './output.js'
import { StoppedError } from './stop.js'

/** What an error is told of the command that it ended. */
export interface Circumstances {
  /** The address of the service. */
  readonly baseUrl: string
  readonly hasKey: boolean
}

/**
 * Prints the error that ended a command, with `--json` also as `{ error }`, and returns its exit code: what
 * happened, then what to do, the code and the request, and the page of the service about that code.
 */
export async function reportError(
  output: Output,
  thrown: unknown,
  { baseUrl, hasKey }: Circumstances,
): Promise<number> {
  const exitCode = exitCodeOf(thrown)
  const error = thrown instanceof AdvisedError ? thrown.reason : thrown
  const message = messageOf(error)
  const advice = adviceOf(thrown, { hasKey })
  const page = await pageOf(error, baseUrl)
  // Failed polls are retried silently; the last failure explains the timeout.
  const isCut = error instanceof WaitTimeoutError && error.cause instanceof Error
  const hints = [
    isCut ? `The last poll failed: ${messageOf(error.cause)}` : undefined,
    advice,
    referenceOf(error),
    page && { text: 'Read on:', command: page },
  ]
  output.error(
    message,
    hints.flatMap((hint) => hint || []),
  )
  // An unexpected error keeps its stack, for a bug report.
  const isExpected = [MediagenError, CommandError, SeveralError, StoppedError].some(
    (one) => error instanceof one,
  )
  if (!isExpected && error instanceof Error) error.stack?.split('\n').forEach(output.log)
  const known = error instanceof MediagenError ? { ...error.toJSON(), message } : plain(error, message)
  const facts = thrown instanceof AdvisedError ? thrown.facts : {}
  // Several generations have their errors in the document that is already printed.
  if (output.isJson && !(error instanceof SeveralError))
    output.result({ error: { ...known, ...facts, exitCode, advice: advice && hintText(advice) } }, [])
  return exitCode
}

function plain(error: unknown, message: string): object {
  const name = error instanceof Error ? error.name : 'Error'
  return { name, message, taskId: error instanceof CommandError ? error.taskId : undefined }
}
