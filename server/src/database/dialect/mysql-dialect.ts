import { MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from 'kysely'
import type { DatabaseDialect, FaultKind } from './dialect.js'
import { MysqlDriver } from './mysql-driver.js'

/** Longest wait for another process that is migrating. */
const migrationLockSeconds = 120

/** MySQL 8.0+ and MariaDB 10.6+ through mysql2. `url` is `mysql://user:password@host:port/database`. */
export function mysqlDialect(url: string, options: { readonly poolSize: number }): DatabaseDialect {
  const driver = new MysqlDriver(url, options.poolSize)
  return {
    name: 'mysql',
    kysely: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new MysqlIntrospector(db),
      createQueryCompiler: () => new MysqlQueryCompiler(),
    },
    nowMs: sql<bigint>`cast(unix_timestamp(now(3)) * 1000 as signed)`,
    skipLocked: sql`for update skip locked`,
    // More than one, so that a transaction that waits for a lock does not hold up every other account.
    acceptingAtOnce: 3,
    migrationsFolder: 'mysql',
    lockMigrations: [sql`select get_lock('mediagen_migrations', ${migrationLockSeconds})`],
    unlockMigrations: [sql`select release_lock('mediagen_migrations')`],
    classify,
    connectionUse: () => driver.connectionUse(),
  }
}

/** Deadlock, lock wait time-out, and MariaDB's snapshot conflict: each has undone what it must, or a ROLLBACK will. */
const retryErrnos = new Set([1213, 1205, 1020])
/** Server going down, too many connections, connection killed, shutdown in progress, read-only after a failover. */
const connectionErrnos = new Set([
  1040, 1053, 1077, 1079, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1290, 1836, 1927, 3169, 4031,
])

function classify(error: unknown): FaultKind {
  if (!(error instanceof Error)) return 'other'
  const errno = 'errno' in error ? Number(error.errno) : 0
  if (retryErrnos.has(errno)) return 'retry'
  if (connectionErrnos.has(errno)) return 'connection'
  if (errno === 1062) return 'duplicate'
  if (errno === 3819 || errno === 4025) return 'check'
  // mysql2 marks every fault below the SQL level as fatal: refused, reset, closed, handshake failed.
  const fatal = 'fatal' in error && error.fatal === true
  const network = 'syscall' in error || ('code' in error && String(error.code).startsWith('PROTOCOL_'))
  return fatal || network || error.message === 'Pool is closed.' ? 'connection' : 'other'
}
