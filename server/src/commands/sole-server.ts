import { type Config, sqliteFileOf } from '../config/config.ts'
import { OperatorFileError } from '../config/operator-file-error.ts'
import { type ExclusiveLock, takeExclusiveLock } from '../core/files/exclusive-lock.ts'

/**
 * Keeps a second process from running the tasks of the same SQLite database: the holder of this lock knows
 * that no other process runs them. Otherwise like becomeSoleServer.
 */
export function becomeSoleWorker(config: Pick<Config, 'databaseUrl' | 'dataDir'>): ExclusiveLock | undefined {
  return becomeSole(config, '.worker.lock', 'runs the tasks of')
}

/**
 * Keeps a second process from serving the same SQLite database, because each would count a full rate limit.
 * Take it before anything else, and release it last; undefined with a database for many processes. Throws an
 * OperatorFileError.
 */
export function becomeSoleServer(config: Pick<Config, 'databaseUrl' | 'dataDir'>): ExclusiveLock | undefined {
  return becomeSole(config, '.lock', 'serves')
}

function becomeSole(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  suffix: string,
  role: string,
): ExclusiveLock | undefined {
  const file = sqliteFileOf(config)
  if (file === undefined) return undefined
  const lock = takeExclusiveLock(`${file}${suffix}`)
  if (lock !== undefined) return lock
  throw new OperatorFileError('Settings', [
    `"DATA_DIR" is ${config.dataDir}, and another process ${role} the database there, ${file}: ` +
      'stop that process, or give this one its own DATA_DIR; several processes need MySQL',
  ])
}
