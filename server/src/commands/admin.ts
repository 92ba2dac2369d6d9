import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { type Config, readConfig, sqliteFileOf } from '../config/config.ts'
import { migrate, requireSchemaForVersion } from '../database/schema/migrate.ts'
import { type AdministrationOptions, createAdministration } from '../operator/administration.ts'
import type { Engine } from '../operator/inspection.ts'
import { wireStorage } from '../wiring/wire-storage.ts'
import { CommandError, type OpenOptions } from './operator/command.ts'
import { type OpenedAccounts, runAdmin } from './operator/run-admin.ts'
import { reachDatabase } from './reach-database.ts'
import { errorStyle, outputStyle } from './terminal.ts'

/** `mediagen-server admin …`: prints only the command's result, so that a program can read it. */
export async function admin(argv: readonly string[]): Promise<number> {
  return runAdmin(openAccounts, argv, {
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    style: outputStyle(),
    errorStyle: errorStyle(),
  })
}

async function openAccounts({ mayBeFirst = false }: OpenOptions): Promise<OpenedAccounts> {
  const config = readConfig()
  const file = sqliteFileOf(config)
  if (file !== undefined && !existsSync(file)) {
    if (!mayBeFirst) throw missingDatabase(config.dataDir, file)
    process.stderr.write(`Creating a new database at ${file}.\n`)
  }
  // Without the engines: a broken providers file must not keep an operator from suspending an account.
  const storage = await wireStorage({ ...config, logLevel: 'silent' }, { purpose: 'work' })
  const { database, objectStore } = storage
  await reachDatabase(storage)
  // An embedded service may not have been started yet; elsewhere only the operator decides when the schema
  // changes.
  if (file !== undefined) await migrate(database)
  else await requireSchemaForVersion(database)
  return {
    accounts: createAdministration(database, {
      actor: `command line ${operatorOfThisHost()}`,
      engines: () => loadEngines(config),
      objectStore,
      onDeletion: atMostEvery(5_000, writeDeletion),
      onReconciliation: atMostEvery(5_000, writeReconciliation),
      onArchive: atMostEvery(5_000, (what: string) => process.stderr.write(`${what}.\n`)),
      uploadLimits: config.uploadLimits,
      taskLimits: config.taskLimits,
    }),
    close: () => storage.close(),
  }
}

async function loadEngines(config: Config): Promise<readonly Engine[]> {
  const { wireParts } = await import('../wiring/wire.ts')
  const { listEngines } = await import('../wiring/list-engines.ts')
  const parts = await wireParts({ ...config, logLevel: 'silent' }, { purpose: 'work' })
  const engines = listEngines(parts.providers)
  await parts.close()
  return engines
}

/**
 * SQLite would create an empty database wherever a mistyped DATA_DIR points, and the command would report on
 * that.
 */
function missingDatabase(dataDir: string, file: string): CommandError {
  return new CommandError(
    `There is no database at ${file}, and DATA_DIR is ${dataDir}: ` +
      'set DATA_DIR, or DATABASE_URL, to the value that the service has. "serve" and "admin create-account" create a new database.',
  )
}

/** A container may run under a numeric user id without a name. */
function operatorOfThisHost(): string {
  let user = `user ${process.getuid?.() ?? 'unknown'}`
  try {
    user = userInfo().username
  } catch {
    // The id has no user name; it is shown as a number.
  }
  return `${user}@${hostname()}`.slice(0, 120)
}

/** Calls it at most once in so many milliseconds, and not before these have passed. */
function atMostEvery<T>(everyMs: number, call: (value: T) => void): (value: T) => void {
  let nextAtMs = performance.now() + everyMs
  return (value) => {
    if (performance.now() < nextAtMs) return
    nextAtMs = performance.now() + everyMs
    call(value)
  }
}

const writeDeletion: NonNullable<AdministrationOptions['onDeletion']> = ({ deleted }) => {
  process.stderr.write(
    `Deleted so far: ${deleted.uploads} uploads, ${deleted.results} files of results, ${deleted.tasks} tasks.\n`,
  )
}

function writeReconciliation(next: string): void {
  process.stderr.write(`Reconciling ${next}.\n`)
}
