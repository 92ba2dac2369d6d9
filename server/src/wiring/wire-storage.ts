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

/**
 * Structured lines on standard error, as text if that is a terminal; standard output is for command results.
 */
export function createLogger(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardError(),
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: { pid: process.pid },
      mixin: () => traceFields(currentTrace()) ?? noFields,
      // A line outside every trace stays as it is, and nothing is allocated for it.
      mixinMergeStrategy: (line, fields) => (fields === noFields ? line : { ...fields, ...line }),
    },
    destination,
  )
}

const noFields = {}

function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true })
  // A closed terminal or a full disk costs the log, and must not end the service in the middle of its work.
  destination.on('error', () => undefined)
  if (!process.stderr.isTTY) return destination
  return { write: (line) => void destination.write(readableLine(line)) }
}
