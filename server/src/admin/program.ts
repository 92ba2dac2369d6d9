import { Command } from 'commander'
import type { RunWith } from './command.js'
import { createAdminCommands } from './commands.js'
import { exitFailed, exitUsage } from './exit-codes.js'

export interface AdminOutput {
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
}

/** All admin commands and their help. It throws CommanderErrors instead of ending the process. */
export function createAdminProgram(output: AdminOutput, runWith: RunWith): Command {
  const program = new Command('mediagen admin')
    .description('Accounts, API keys, uploads, tasks and the books of the service that the settings lead to.')
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

/** What follows the name of a command on a command line. */
function requiredWordsOf({ registeredArguments, options }: Command): string[] {
  return [
    ...registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    ),
    ...options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags),
  ]
}

const notes = `
Settings are environment variables, the same as of the service: DATA_DIR or DATABASE_URL.

Exit codes:
  0  It is done
  ${exitFailed}  It failed: there is no such account or key, a limit forbids it, or the books disagree
  ${exitUsage}  The command line is wrong; nothing was done
`
