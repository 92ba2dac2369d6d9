import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, CommandError, readArguments, UsageError } from './command-line.ts'
import { packageFolder } from './package-folder.ts'

const program = 'mediagen-codegen'

/** Every subcommand by name, loaded when it is called. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  init: () => import('./init/command.ts'),
  generate: () => import('./generate-command.ts'),
  check: () => import('./check-command.ts'),
  conform: () => import('./conform/command.ts'),
  mock: () => import('./mock/command.ts'),
  diff: () => import('./diff/command.ts'),
}

const help = `Usage: ${program} COMMAND [--help], or --version

  init      writes a project that serves a contract
  generate  makes interfaces, routes, validators, types and a client of a contract
  check     says what of a contract cannot be generated
  conform   checks a running backend against a contract
  mock      serves the examples of a contract
  diff      compares two versions of a contract

The exit code is 1 for findings, and 2 for wrong arguments or a document that cannot be read.`

/** Runs one command line and resolves to its exit code. */
export async function run([name = '--help', ...argv]: readonly string[]): Promise<number> {
  if (isHelp(name)) return print(help)
  if (name === '--version') return print(versionOfPackage())
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) return fail(`there is no command ${name}; ${program} --help lists them`)
  const { command } = await load()
  const usage = `${program} ${name} ${command.usage}`
  if (argv.some(isHelp)) return print(`Usage: ${usage}\n\n${command.help}`)
  try {
    return await command.run(readArguments(command, argv))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return fail(error instanceof UsageError ? `${error.message}\nUsage: ${usage}` : error.message)
  }
}

function versionOfPackage(): string {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function fail(text: string): number {
  process.stderr.write(`mediagen: ${text}\n`)
  return 2
}
