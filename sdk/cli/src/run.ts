import { Command, CommanderError } from 'commander'
import type { CommandHandler, CreateAction } from './command.js'
import { createContext, type GlobalOptions } from './context.js'
import { exitCodes } from './exit-codes.js'
import { createOutput, type Output } from './output.js'
import { createProgram } from './program.js'
import { reportError } from './report-error.js'
import type { Terminal } from './terminal.js'

/** Runs one command line and resolves to its exit code. Never rejects for what a command came to. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.ok
  const createAction: CreateAction = <Options extends GlobalOptions>(handler: CommandHandler<Options>) => {
    return async (...received) => {
      const command = received.at(-1)
      if (!(command instanceof Command)) throw new TypeError('commander gives the command last')
      const options = command.optsWithGlobals<Options>()
      const output = createOutput(terminal, options)
      try {
        const context = createContext(terminal, output, options)
        try {
          await handler(context, options, ...command.processedArgs)
        } finally {
          context.stop.release()
        }
      } catch (error) {
        exitCode = reportError(output, error)
      }
    }
  }
  try {
    await createProgram(terminal, createAction).parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0
      ? exitCodes.ok
      : printUsageError(createOutput(terminal, { json: argv.includes('--json') }), error)
  }
  return exitCode
}

/** The help or the fault is on standard error already; programs get it as well. */
function printUsageError(output: Output, { message }: CommanderError): number {
  const error = { name: 'UsageError', message: message.replace(/^error: /, ''), exitCode: exitCodes.usage }
  if (output.isJson) output.result({ error }, [])
  return exitCodes.usage
}
