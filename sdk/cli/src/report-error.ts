import { AuthenticationError, MediagenError, WaitTimeoutError } from '@mediagen/sdk'
import { AdvisedError, CommandError } from './command-error.js'
import { exitCodeOf } from './exit-code-of.js'
import type { Output } from './output.js'
import { StoppedError } from './stop.js'

/** Tells what ended a command, in words and for programs as `{ error }`, and gives the exit code for it. */
export function reportError(output: Output, thrown: unknown): number {
  const exitCode = exitCodeOf(thrown)
  const { reason: error, advice, facts } = unwrap(thrown)
  const message = error instanceof Error ? error.message : String(error)
  output.complain(`mediagen: ${message}`)
  // Looks that fail are waited out in silence; the last one says why nothing was seen.
  if (error instanceof WaitTimeoutError && error.cause instanceof Error) {
    output.complain(`The last look failed: ${error.cause.message}`)
  }
  // What nobody has foreseen keeps its stack, for a report.
  const isForeseen = [MediagenError, CommandError, StoppedError].some((one) => error instanceof one)
  if (!isForeseen && error instanceof Error && error.stack !== undefined) output.complain(error.stack)
  if (advice !== undefined) output.complain(advice)
  const known = error instanceof MediagenError ? error.toJSON() : plain(error, message)
  if (output.isJson) output.answer({ error: { ...known, ...facts, exitCode, advice } }, [])
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
    return { reason: error, advice: 'Put the key of your account into MEDIAGEN_API_KEY.', facts: {} }
  }
  return { reason: error, advice: undefined, facts: {} }
}

function plain(error: unknown, message: string): object {
  const name = error instanceof Error ? error.name : 'Error'
  return { name, message, taskId: error instanceof CommandError ? error.taskId : undefined }
}
