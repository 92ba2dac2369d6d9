import { surviveLostOutput } from './commands/lost-output.ts'
import { OperatorFileError } from './config/operator-file-error.ts'
import { keepFilesPrivate } from './config/private-files.ts'
import { version } from './core/package/version.ts'

keepFilesPrivate()
surviveLostOutput()

interface Command {
  readonly summary: string
  /** Loads only what the command needs, so that admin commands start fast. Resolves to the exit code. */
  readonly run: (argv: readonly string[]) => Promise<number>
  /** Whether the command reads arguments, `--help` among them; the others have none. */
  readonly hasArguments?: true
  /** Whether it needs no settings, so that no `.env` is in its way. */
  readonly hasNoSettings?: true
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: 'API and worker in one process; brings the schema up to date first. The default',
    run: async () => (await import('./commands/serve.ts')).serve(),
  },
  api: {
    summary: 'serves requests only',
    run: async () => (await import('./commands/api.ts')).api(),
  },
  worker: {
    summary: 'runs tasks and sweeps only',
    run: async () => (await import('./commands/worker.ts')).worker(),
  },
  migrate: {
    summary: 'brings the database schema up to date',
    run: async () => (await import('./commands/migrate.ts')).migrate(),
  },
  providers: {
    summary: 'the engines of PROVIDERS_FILE: "providers check", "providers list"',
    run: async (argv) => (await import('./commands/providers.ts')).providers(argv),
    hasArguments: true,
  },
  admin: {
    summary: 'accounts, keys and the ledger; "admin help" lists the commands',
    run: async (argv) => (await import('./commands/admin.ts')).admin(argv),
    hasArguments: true,
  },
  init: {
    summary: 'writes a commented .env, a providers file and a Compose file into a folder',
    run: async (argv) => (await import('./commands/init.ts')).init(argv),
    hasArguments: true,
    hasNoSettings: true,
  },
}

/** Loaded for words of the command line only, so that commands start fast. */
const terminal = () => import('./commands/terminal.ts')

async function printUsage(): Promise<number> {
  const rows = [
    ...Object.entries(commands).map(([name, { summary }]) => [name, summary] as const),
    ['', ''] as const,
    ['--help', 'this text; "COMMAND --help" for one command'] as const,
    ['--version', 'the version'] as const,
  ]
  const { print } = await terminal()
  print(
    'Usage: mediagen-server [--env-file FILE] [COMMAND]',
    '',
    { fields: rows.map(([name, summary]) => [`  ${name}`, summary] as const) },
    '',
    {
      sentence:
        'Settings are environment variables, or lines of FILE, by default of .env in the working directory, which "init" writes.',
    },
  )
  return 0
}

/** `--env-file FILE` comes before the command, as Node has it. */
function takeEnvFile([option = '', ...others]: readonly string[]): {
  readonly envFile?: string | undefined
  readonly words: readonly string[]
} {
  if (option === '--env-file') return { envFile: others[0] ?? '', words: others.slice(1) }
  if (option.startsWith('--env-file=')) return { envFile: option.slice('--env-file='.length), words: others }
  return { words: option === '' ? others : [option, ...others] }
}

async function main(given: readonly string[]): Promise<number> {
  const { envFile, words } = takeEnvFile(given)
  const [name = 'serve', ...argv] = words
  if (name === '--version') return printVersion()
  if (['help', '--help', '-h'].includes(name)) return printUsage()
  // The form that projects' generators have: npx @mediagen/server --init
  const command =
    name === '--init' ? commands.init : Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    const { printError } = await terminal()
    const names = Object.keys(commands).join(', ')
    printError(
      `There is no command ${name}`,
      `The commands are ${names}; "mediagen-server help" explains them.`,
    )
    return 2
  }
  if (command.hasArguments === undefined && argv.length > 0) {
    if (argv.some((word) => word === '--help' || word === '-h')) return printHelp(name, command)
    const { printError } = await terminal()
    printError(
      `${name} takes no arguments, so ${argv.join(' ')} is not understood`,
      'Settings are environment variables, or lines of .env.',
    )
    return 2
  }
  if (command.hasNoSettings === undefined && !asksForHelp(argv)) {
    const { loadSettings } = await import('./config/env-file.ts')
    loadSettings(envFile)
  }
  return command.run(argv)
}

async function printHelp(name: string, { summary }: Command): Promise<number> {
  const { print } = await terminal()
  print(
    `Usage: mediagen-server ${name}`,
    '',
    { sentence: `${name}: ${summary}.` },
    { sentence: 'Settings are environment variables or lines of .env; it takes no arguments.' },
  )
  return 0
}

/** Longer command lines may have such a word as the value of an option. */
function asksForHelp(argv: readonly string[]): boolean {
  return argv[0] === 'help' || (argv.length <= 2 && ['--help', '-h'].includes(argv.at(-1) ?? ''))
}

function printVersion(): number {
  process.stdout.write(`${version}\n`)
  return 0
}

try {
  const code = await main(process.argv.slice(2))
  // Output that was lost has set it.
  process.exitCode ||= code
} catch (error) {
  const problem = error instanceof OperatorFileError ? error : await explain(error)
  if (problem !== undefined) {
    const { printProblem } = await terminal()
    printProblem(`mediagen cannot start.\n${problem.message}`)
  } else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}

/** Settings that cannot be read have been reported as an OperatorFileError. */
async function explain(error: unknown): Promise<OperatorFileError | undefined> {
  const { explainStartError } = await import('./commands/start-problems/explain-start-error.ts')
  const { readConfig } = await import('./config/config.ts')
  return explainStartError(error, readConfig())
}
