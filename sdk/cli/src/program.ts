import { Command } from 'commander'
import { linesOf } from '../../../server/src/commands/look/blocks.ts'
import { helpLayout } from '../../../server/src/commands/look/help.ts'
import { plainStyle, styleOf } from '../../../server/src/commands/look/style.ts'
import { wrap } from '../../../server/src/commands/look/text.ts'
import type { CreateAction } from './command.js'
import { examplesOf } from './command-examples.js'
import { programName } from './command-line.js'
import { animateCommand } from './commands/animate.js'
import { balanceCommand } from './commands/balance.js'
import { completionCommand } from './commands/completion.js'
import { effectsCommand } from './commands/effects.js'
import { imageCommand } from './commands/image.js'
import { mcpCommand } from './commands/mcp.js'
import { mockCommand } from './commands/mock.js'
import { pricesCommand } from './commands/prices.js'
import { tasksCommand } from './commands/tasks.js'
import { transformCommand } from './commands/transform.js'
import { typesCommand } from './commands/types.js'
import { uploadCommand } from './commands/upload.js'
import { uploadsCommand } from './commands/uploads.js'
import { usageCommand } from './commands/usage.js'
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
  uploadsCommand,
  tasksCommand,
  effectsCommand,
  typesCommand,
  pricesCommand,
  balanceCommand,
  usageCommand,
  completionCommand,
  mcpCommand,
  mockCommand,
]

/** The width of a help that goes to a file. */
const helpWidth = 100

/** All commands and their help. It throws CommanderErrors instead of ending the process. */
export function createProgram(terminal: Terminal, createAction: CreateAction): Command {
  const { stdout, stderr, env } = terminal
  const [outWidth, errWidth] = [stdout, stderr].map((stream) => styleOf(stream, env).columns ?? helpWidth)
  const program = new Command('mediagen')
    .description('Generate images and videos from a prompt or an image with a mediagen service.')
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'print results as JSON, one object per line')
    .option('-q, --quiet', 'print only results and errors')
    .option('-v, --verbose', 'log every response of the service with its request id')
    .option(
      '--log <file>',
      'append a line for each attempt of a request to this file; - for standard error (default: none)',
    )
    .option('--base-url <url>', 'URL of the service (default: MEDIAGEN_BASE_URL, else http://127.0.0.1:3000)')
    .configureHelp({ ...helpLayout, showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Its caller prints the error.
      outputError: () => undefined,
      getOutHelpWidth: () => outWidth ?? helpWidth,
      getErrHelpWidth: () => errWidth ?? helpWidth,
    })
    .exitOverride()
    .addHelpText('after', () => notes(outWidth ?? helpWidth))
  for (const make of makers) {
    const command = make(createAction)
    program.addCommand(command)
    inherit(program, command)
    addExamples(command, programName(terminal))
  }
  return program
}

/** Commands that are created separately do not inherit the program's output and exit handling. */
function inherit(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent)
  for (const one of command.commands) inherit(command, one)
}

/** Ends the help of a command, and of each below it, with commands to copy. */
function addExamples(command: Command, name: string, parents: readonly string[] = []): void {
  const path = [...parents, command.name()]
  const examples = examplesOf(path.join(' '))
  const lines = examples.map((example) => `  $ ${name} ${example}`)
  if (lines.length > 0) command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'))
  for (const one of command.commands) addExamples(one, name, path)
}

function notes(columns: number): string {
  const codes = Object.entries(exitCodes).map(
    ([name, code]) => [`  ${String(code).padStart(3)}`, String(Reflect.get(exitMeanings, name))] as const,
  )
  return [
    '',
    ...wrap(
      'The API key comes from MEDIAGEN_API_KEY only: other users of this machine can read command lines.',
      columns,
    ),
    ...wrap(
      `Commands of the server, if it is installed: ${serverCommands.map((name) => `mediagen ${name}`).join(', ')}`,
      columns,
    ),
    '',
    'Exit codes:',
    ...linesOf([{ fields: codes }], { ...plainStyle, columns }),
  ].join('\n')
}
