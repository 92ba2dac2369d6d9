#!/usr/bin/env node
import { OperatorFileError } from './config/operator-file-error.ts'
import { keepFilesPrivate } from './config/private-files.ts'
import { keepHeapSmall } from './wiring/small-heap.ts'

keepHeapSmall()
keepFilesPrivate()

const usage = `Usage: mediagen COMMAND
  serve         API and worker in one process (migrates first)
  api           serves requests only
  worker        runs tasks and sweeps only
  migrate       brings the database schema up to date
  providers ... engines of PROVIDERS_FILE: "mediagen providers check", "mediagen providers list"
  admin ...     accounts, keys and the ledger; "mediagen admin help" lists the commands
`

const withoutArguments: readonly string[] = ['serve', 'api', 'worker', 'migrate']

const [command, ...argv] = process.argv.slice(2)

/** Each command loads only what it needs, so that admin commands start fast. */
async function main(): Promise<number> {
  if (command !== undefined && withoutArguments.includes(command) && argv.length > 0) {
    process.stderr.write(
      `${command} takes no arguments, so ${argv.join(' ')} is not understood: settings are environment variables.\n`,
    )
    return 2
  }
  switch (command) {
    case 'serve':
      return (await import('./commands/serve.ts')).serve()
    case 'api':
      return (await import('./commands/api.ts')).api()
    case 'worker':
      return (await import('./commands/worker.ts')).worker()
    case 'migrate':
      return (await import('./commands/migrate.ts')).migrate()
    case 'providers':
      return (await import('./commands/providers.ts')).providers(argv)
    case 'admin':
      return (await import('./commands/admin.ts')).admin(argv)
    default:
      process.stderr.write(usage)
      return command === undefined || command === 'help' || command === '--help' ? 0 : 2
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const problem = error instanceof OperatorFileError ? error : await explain(error)
  if (problem !== undefined) process.stderr.write(`mediagen cannot start.\n${problem.message}\n`)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}

/** Settings that cannot be read have been reported as an OperatorFileError. */
async function explain(error: unknown): Promise<OperatorFileError | undefined> {
  const { explainStartError } = await import('./commands/start-problems/explain-start-error.ts')
  const { readConfig } = await import('./config/config.ts')
  return explainStartError(error, readConfig())
}
