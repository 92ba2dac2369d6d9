import { MediagenError } from '@mediagen/sdk'

/** A problem that the user can fix: reported in one sentence, without a stack. */
export class DemoError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The message and exit code for an error. Only errors of the SDK and of the demo lose their stack. */
export function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof DemoError) return { message: error.message, exitCode: error.exitCode }
  if (error instanceof MediagenError) return { message: `${error.name}: ${error.message}`, exitCode: 1 }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 }
}
