import { Command, CommanderError } from 'commander'
import type { CommandHandler, CreateAction } from './command.js'
import { programName } from './command-line.js'
import { createContext, type GlobalOptions } from './context.js'
import { exitCodes } from './exit-codes.js'
import { createOutput, type Output } from './output.js'
import { createProgram } from './program.js'
import { type Circumstances, reportError } from './report-error.js'
import type { Terminal } from './terminal.js'

/** Runs one command line and resolves to its exit code. Errors of the command never reject it. */
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
          await Reflect.apply(handler, undefined, [context, options, ...command.processedArgs])
        } finally {
          context.release()
        }
      } catch (error) {
        exitCode = await reportError(output, error, circumstancesOf(terminal, options))
      }
    }
  }
  try {
    await createProgram(terminal, createAction).parseAsync(readHelp(argv), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0
      ? exitCodes.ok
      : printUsageError(terminal, createOutput(terminal, { json: argv.includes('--json') }), error)
  }
  return exitCode
}

/**
 * "help tasks wait" asks for the help of a sub-command, which commander takes as "tasks wait --help" only.
 */
function readHelp(argv: readonly string[]): readonly string[] {
  const [first, ...words] = argv
  return first === 'help' && words.length > 1 ? [...words, '--help'] : argv
}

/** The error of a command line: a sentence with the remedy, and with `--json` also JSON. */
function printUsageError(terminal: Terminal, output: Output, { code, message }: CommanderError): number {
  // A command without its sub-command has printed its help.
  if (code !== 'commander.help') {
    const name = programName(terminal)
    const quotes =
      code === 'commander.excessArguments' ? ['Put quotes around an argument with spaces: "a b"'] : []
    output.error(message, [
      ...quotes,
      `"${name} help" lists the commands, "${name} help COMMAND" the options of one.`,
    ])
  }
  const error = { name: 'UsageError', message: message.replace(/^error: /, ''), exitCode: exitCodes.usage }
  if (output.isJson) output.result({ error }, [])
  return exitCodes.usage
}

const baseUrlDefault = 'http://127.0.0.1:3000'

function circumstancesOf({ env }: Terminal, { baseUrl }: GlobalOptions): Circumstances {
  return {
    baseUrl: baseUrl ?? (env.MEDIAGEN_BASE_URL || baseUrlDefault),
    hasKey: (env.MEDIAGEN_API_KEY ?? '').trim() !== '',
  }
}
