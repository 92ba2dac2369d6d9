import { Command } from 'commander'
import type { RunWith } from './command.ts'
import { createAdminCommands } from './commands.ts'
import { exitFailed, exitUsage } from './exit-codes.ts'

export interface AdminOutput {
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
}

/** All admin commands and their help. Throws CommanderErrors instead of ending the process. */
export function createAdminProgram(output: AdminOutput, runWith: RunWith): Command {
  const program = new Command('mediagen-server admin')
    .description('Accounts, API keys, uploads, tasks and ledger of the service that the settings select.')
    .usage('COMMAND [--json]')
    .option('--json', 'print one JSON document, for programs')
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => [command.name(), ...requiredWordsOf(command)].join(' '),
    })
    .configureOutput({ writeOut: output.write, writeErr: output.writeError })
    .showHelpAfterError()
    .exitOverride()
    .helpCommand('help [command]', 'Lists the commands, or explains one')
    .addHelpText('after', notes)
  for (const command of createAdminCommands(runWith)) {
    command.usage([...requiredWordsOf(command), '[--json]'].join(' ')).copyInheritedSettings(program)
    program.addCommand(command)
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

const notes = `
Settings are environment variables, the same as those of the service: DATA_DIR or DATABASE_URL.

Exit codes:
  0  Success
  ${exitFailed}  Failure: there is no such account or key, a limit forbids it, or reconciliation found a disagreement
  ${exitUsage}  The command line is wrong; nothing was done
`
