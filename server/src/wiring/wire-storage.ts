import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { currentTrace, traceFields } from '../core/async/current-trace.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { timeoutsFor } from '../database/timeouts.ts'
import { keepSigningSecret } from '../storage/folder-store/signing-secret.ts'
import { openObjectStore } from './open-object-store.ts'
import { readableLine } from './readable-log.ts'

/**
 * What every job needs. Sweeps need no more, and run in separate threads: including the engines would cost
 * tens of megabytes in each.
 */
export interface Storage {
  readonly config: Config & { readonly signingSecret: string }
  readonly logger: Logger
  readonly database: Database
  readonly objectStore: ObjectStore
  /** The object store again, if this service serves its signed links: a local folder. */
  readonly signedFiles: SignedFiles | undefined
  close(): Promise<void>
}

export interface StorageOptions {
  /** How long its users wait for the database. @default request */
  readonly purpose?: keyof typeof timeoutsFor
  readonly logger?: Logger
  /** Shifts the clocks of the database and the links, and the time since the process began. */
  readonly clockOffsetMs?: () => number
}

/** Opens nothing expensive: the database connects on its first query. */
export async function wireStorage(config: Config, options: StorageOptions = {}): Promise<Storage> {
  const { purpose = 'request', logger = createLogger(config), clockOffsetMs = () => 0 } = options
  const secret = config.signingSecret ?? (await keepSigningSecret(config.dataDir))
  const nowMs = (): number => Date.now() + clockOffsetMs()
  const database = openDatabase({
    url: config.databaseUrl,
    timeouts: timeoutsFor[purpose],
    clockOffsetMs,
  })
  const objects = await openObjectStore(config, secret, nowMs)
  return {
    config: { ...config, signingSecret: secret },
    logger,
    database,
    objectStore: objects.store,
    signedFiles: objects.signedFiles,
    async close() {
      objects.close()
      await database.close()
    },
  }
}

/** Structured lines, as text on a terminal. By default on standard error: standard output is for results. */
export function createLogger(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = logOutput(process.stderr),
): Logger {
  return pino(
    {
      level: config.logLevel,
      formatters: { level: (label) => ({ severity: severities[label] ?? 'DEFAULT' }) },
      base: { pid: process.pid },
      mixin: () => traceFields(currentTrace()) ?? noFields,
      // A line outside every trace stays as it is, and nothing is allocated for it.
      mixinMergeStrategy: (line, fields) => (fields === noFields ? line : { ...fields, ...line }),
    },
    destination,
  )
}

const noFields = {}

/** The names that agents of log services read without configuration. */
const severities: Readonly<Record<string, string>> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
}

/** A stream of this process as the destination of its log. */
export function logOutput({ fd, isTTY }: NodeJS.WriteStream & { fd: number }): DestinationStream {
  const destination = pino.destination({ dest: fd, sync: true })
  // A closed terminal or a full disk costs the log, and must not end the service in the middle of its work.
  destination.on('error', () => undefined)
  if (!isTTY) return destination
  return { write: (line) => void destination.write(readableLine(line)) }
}
