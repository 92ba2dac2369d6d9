import { type Config, sqliteFileOf } from '../config.js'
import { type ExclusiveLock, takeExclusiveLock } from '../database/exclusive-lock.js'
import { OperatorFileError } from '../operator-files/operator-file-error.js'

/**
 * Keeps a second process from serving the same SQLite database, of whose rate limit each would count a whole
 * one. Take it before anything else, and release it last; undefined with a database for many processes.
 * Throws an OperatorFileError.
 */
export function becomeSoleServer(config: Pick<Config, 'databaseUrl' | 'dataDir'>): ExclusiveLock | undefined {
  const file = sqliteFileOf(config)
  if (file === undefined) return undefined
  const lock = takeExclusiveLock(`${file}.lock`)
  if (lock !== undefined) return lock
  throw new OperatorFileError('Settings', [
    `"DATA_DIR" is ${config.dataDir}, and another process serves the database there, ${file}: ` +
      'stop that process, or give this one a DATA_DIR of its own; several processes need MySQL',
  ])
}
