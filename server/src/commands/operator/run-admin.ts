import { Command, CommanderError } from 'commander'
import { OperatorError } from '../../core/domain/operator-error.ts'
import type { Administration } from '../../operator/administration.ts'
import { linesOf } from '../look/blocks.ts'
import { plainStyle } from '../look/style.ts'
import { plainJson } from '../look/text.ts'
import {
  CommandError,
  CommandLineError,
  exitCommandLine,
  exitFailed,
  type OpenOptions,
  type RunWith,
} from './command.ts'
import { type AdminOutput, createAdminProgram, errorText } from './program.ts'

/** The resources of a command; closed when it has ended. */
export interface OpenedAccounts {
  readonly accounts: Administration
  readonly close: () => Promise<void>
}

/**
 * Runs one admin command and returns its exit code: 0, 1 if it failed or found a disagreement, 2 for a wrong
 * command line. With `--json` standard output contains one JSON document and nothing else. The database is
 * opened only for a valid command line; a CommandError of `open` is reported like that of a command.
 */
export async function runAdmin(
  open: (options: OpenOptions) => Promise<OpenedAccounts>,
  argv: readonly string[],
  output: AdminOutput,
): Promise<number> {
  let exitCode = 0
  const runWith: RunWith = (work, openOptions = {}) => {
    return async (...received) => {
      const command = received.at(-1)
      if (!(command instanceof Command)) throw new TypeError('commander gives the command last')
      const options = command.optsWithGlobals<Readonly<Record<string, unknown>>>()
      const { accounts, close } = await open(openOptions)
      try {
        const result = await work(accounts, options, ...command.processedArgs)
        const lines = options.json
          ? [plainJson(JSON.stringify(result.json, null, 2))]
          : linesOf(result.text, output.style ?? plainStyle)
        output.write(lines.map((line) => `${line}\n`).join(''))
        exitCode = result.exitCode ?? 0
      } finally {
        await close()
      }
    }
  }
  try {
    await createAdminProgram(output, runWith).parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    // Help, or the error of the command line, has been written already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCommandLine
    if (isCommandError(error)) {
      output.writeError(errorText(error.message, output.errorStyle))
      return error instanceof CommandLineError ? exitCommandLine : exitFailed
    }
    throw error
  }
}

/** Whether an error's message is all that an operator needs. */
function isCommandError(error: unknown): error is Error {
  return error instanceof OperatorError || error instanceof CommandError || error instanceof CommandLineError
}
