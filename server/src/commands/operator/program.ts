import { Command } from 'commander'
import { errorLines, linesOf } from '../look/blocks.ts'
import { helpLayout } from '../look/help.ts'
import { plainStyle, type Style } from '../look/style.ts'
import { wrap } from '../look/text.ts'
import { exitCommandLine, exitFailed, type RunWith } from './command.ts'
import { createAdminCommands } from './commands.ts'

export interface AdminOutput {
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
  /** What its terminal shows. @default a pipe */
  readonly style?: Style
  readonly errorStyle?: Style
}

/** All admin commands and their help. Throws CommanderErrors instead of ending the process. */
export function createAdminProgram(output: AdminOutput, runWith: RunWith): Command {
  const program = new Command(name)
    .description('Accounts, API keys, uploads, tasks and ledger of the service that the settings select.')
    .usage('COMMAND [--json]')
    .option('--json', 'print one JSON document, for programs')
    .configureHelp({
      ...helpLayout,
      showGlobalOptions: true,
      subcommandTerm: (command) => [command.name(), ...requiredWordsOf(command)].join(' '),
    })
    .configureOutput({
      writeOut: output.write,
      writeErr: output.writeError,
      getOutHelpWidth: () => output.style?.columns ?? helpWidth,
      getErrHelpWidth: () => output.errorStyle?.columns ?? helpWidth,
      outputError: (message, write) => write(errorText(message, output.errorStyle)),
    })
    .showHelpAfterError(usageOf(`${name} COMMAND [--json]`, `"${name} help" lists the commands.`))
    .exitOverride()
    .helpCommand('help [command]', 'Lists the commands, or explains one')
    .addHelpText('after', () => notes(output.style?.columns))
  for (const command of createAdminCommands(runWith)) {
    command.usage([...requiredWordsOf(command), '[--json]'].join(' ')).copyInheritedSettings(program)
    program.addCommand(command)
    const path = `${name} ${command.name()}`
    const rest = [...requiredWordsOf(command), '[--json]'].join(' ')
    command.showHelpAfterError(usageOf(`${path} ${rest}`, `"${name} help ${command.name()}" explains it.`))
  }
  return program
}

/** The part of a command line after the name of the command. */
function requiredWordsOf({ registeredArguments, options }: Command): string[] {
  return [
    ...registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    ),
    ...options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags),
  ]
}

const name = 'mediagen-server admin'
/** The width of a help that goes to a file. */
const helpWidth = 100

function usageOf(usage: string, help: string): string {
  return `  Usage: ${usage}\n  ${help}`
}

/** An error as the command line of the service prints its own. */
export function errorText(message: string, style = plainStyle): string {
  return errorLines(message, [], style)
    .map((line) => `${line}\n`)
    .join('')
}

function notes(columns: number | undefined): string {
  const codes = [
    [0, 'Success'],
    [
      exitFailed,
      'Failure: there is no such account or key, a limit forbids it, or reconciliation found a disagreement',
    ],
    [exitCommandLine, 'The command line is wrong; nothing was done'],
  ] as const
  return [
    '',
    ...wrap(
      'Settings are environment variables, the same as those of the service: DATA_DIR or DATABASE_URL.',
      columns,
    ),
    '',
    'Exit codes:',
    ...linesOf([{ fields: codes.map(([code, meaning]) => [`  ${code}`, meaning] as const) }], {
      ...plainStyle,
      columns,
    }),
  ].join('\n')
}
