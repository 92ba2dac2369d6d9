import { Command } from 'commander'
import type { CreateAction } from './command.js'
import { programName } from './command-line.js'
import { animateCommand } from './commands/animate.js'
import { balanceCommand } from './commands/balance.js'
import { effectsCommand } from './commands/effects.js'
import { imageCommand } from './commands/image.js'
import { tasksCommand } from './commands/tasks.js'
import { transformCommand } from './commands/transform.js'
import { uploadCommand } from './commands/upload.js'
import { videoCommand } from './commands/video.js'
import { exitCodes, exitMeanings } from './exit-codes.js'
import { serverCommands } from './server-commands.js'
import type { Terminal } from './terminal.js'
import { version } from './version.js'

const makers = [
  imageCommand,
  transformCommand,
  videoCommand,
  animateCommand,
  uploadCommand,
  tasksCommand,
  effectsCommand,
  balanceCommand,
]

/** All commands and their help. It throws CommanderErrors instead of ending the process. */
export function createProgram(terminal: Terminal, createAction: CreateAction): Command {
  const { stdout, stderr } = terminal
  const program = new Command('mediagen')
    .description('Images and videos from a prompt or a picture, by a mediagen service.')
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'answer with one JSON document, for programs')
    .option('-q, --quiet', 'say nothing but answers and faults')
    .option('-v, --verbose', 'tell of each answer of the service, with its request id')
    .option(
      '--base-url <url>',
      'where the service is (default: MEDIAGEN_BASE_URL, else http://127.0.0.1:3000)',
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError(`"${programName(terminal)} help COMMAND" lists what there is.`)
    .exitOverride()
    .addHelpText('after', notes())
  for (const make of makers) {
    const command = make(createAction)
    program.addCommand(command)
    inherit(program, command)
  }
  return program
}

/** A command that is made on its own has no part in how the program writes and ends. */
function inherit(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent)
  for (const one of command.commands) inherit(command, one)
}

function notes(): string {
  const codes = Object.entries(exitCodes).map(([name, code]) => [name, code] as const)
  return [
    '',
    'The API key is read from MEDIAGEN_API_KEY, and nowhere else: other users see what stands on a command line.',
    `Of the server, where that is installed: ${serverCommands.map((name) => `mediagen ${name}`).join(', ')}`,
    '',
    'Exit codes:',
    ...codes.map(([name, code]) => `  ${String(code).padStart(3)}  ${Reflect.get(exitMeanings, name)}`),
  ].join('\n')
}
