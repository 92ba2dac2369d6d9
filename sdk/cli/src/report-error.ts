import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  MediagenError,
  SubmitAmbiguousError,
  WaitTimeoutError,
} from '@mediagen/sdk'
import { AdvisedError, CommandError, SeveralError } from './command-error.js'
import { messageOf } from './error-message.js'
import { exitCodeOf } from './exit-code-of.js'
import type { Output } from './output.js'
import { StoppedError } from './stop.js'

/** Prints the error that ended a command, with `--json` also as `{ error }`, and returns its exit code. */
export function reportError(output: Output, thrown: unknown): number {
  const exitCode = exitCodeOf(thrown)
  const { reason: error, advice, facts } = unwrap(thrown)
  const message = messageOf(error)
  output.error(`mediagen: ${message}`)
  // Failed polls are retried silently; the last failure explains the timeout.
  if (error instanceof WaitTimeoutError && error.cause instanceof Error) {
    output.error(`The last poll failed: ${error.cause.message}`)
  }
  // An unexpected error keeps its stack, for a bug report.
  const isExpected = [MediagenError, CommandError, SeveralError, StoppedError].some(
    (one) => error instanceof one,
  )
  if (!isExpected && error instanceof Error) error.stack?.split('\n').forEach(output.error)
  if (advice !== undefined) output.error(advice)
  if (error instanceof ApiError && error.helpUrl !== undefined) output.error(`More: ${error.helpUrl}`)
  const known = error instanceof MediagenError ? { ...error.toJSON(), message } : plain(error, message)
  // Several generations have their errors in the document that is already printed.
  if (output.isJson && !(error instanceof SeveralError))
    output.result({ error: { ...known, ...facts, exitCode, advice } }, [])
  return exitCode
}

interface Unwrapped {
  readonly reason: unknown
  readonly advice: string | undefined
  readonly facts: object
}

function unwrap(error: unknown): Unwrapped {
  if (error instanceof AdvisedError) {
    const { reason, advice, facts } = error
    return { reason, advice, facts }
  }
  if (error instanceof AuthenticationError) {
    return { reason: error, advice: "Set MEDIAGEN_API_KEY to your account's API key.", facts: {} }
  }
  if (error instanceof ConnectionError && !(error instanceof SubmitAmbiguousError)) {
    const advice = 'Is the service running? MEDIAGEN_BASE_URL or --base-url says where it is.'
    return { reason: error, advice, facts: {} }
  }
  return { reason: error, advice: undefined, facts: {} }
}

function plain(error: unknown, message: string): object {
  const name = error instanceof Error ? error.name : 'Error'
  return { name, message, taskId: error instanceof CommandError ? error.taskId : undefined }
}
