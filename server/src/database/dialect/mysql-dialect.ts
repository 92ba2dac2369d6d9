import { type Dialect, MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from 'kysely'
import { type Patience, unlimited } from '../patience.js'
import type { DatabaseDialect } from './dialect.js'
import { MysqlDriver } from './mysql-driver.js'
import { classifyMysqlFault } from './mysql-faults.js'
import { readMysqlUrl } from './mysql-url.js'

/** Longest wait for another process that is migrating. */
const migrationLockSeconds = 120

/** Connections for work that takes minutes: one migrates or sums up, and another may do so beside it. */
const lengthyPoolSize = 2

/** MySQL 8.0+ and MariaDB 10.6+ through mysql2. `url` is as `readMysqlUrl` takes it. */
export function mysqlDialect(
  url: string,
  options: { readonly poolSize: number; readonly patience: Patience },
): DatabaseDialect {
  const { connectionLimit, ...address } = readMysqlUrl(url)
  const driver = new MysqlDriver({ ...options, address, poolSize: connectionLimit ?? options.poolSize })
  return {
    name: 'mysql',
    kysely: kyselyDialect(driver),
    kyselyAtLength: kyselyDialect(
      new MysqlDriver({ address, poolSize: lengthyPoolSize, patience: unlimited }),
    ),
    nowMs: sql<bigint>`cast(unix_timestamp(now(3)) * 1000 as signed)`,
    skipLocked: sql`for update skip locked`,
    // Only this form of DELETE takes an index hint, in MySQL as in MariaDB.
    deleteByKeyFrom: (table) =>
      sql`delete ${sql.table(table)} from ${sql.table(table)} force index (primary)`,
    isForManyProcesses: true,
    // More than one, so that a transaction that waits for a lock does not hold up every other account.
    groupCommitsAtOnce: 3,
    migrationsFolder: 'mysql',
    lockMigrations: [sql`select get_lock('mediagen_migrations', ${migrationLockSeconds})`],
    unlockMigrations: [sql`select release_lock('mediagen_migrations')`],
    classify: classifyMysqlFault,
    connectionUse: () => driver.connectionUse(),
  }
}

function kyselyDialect(driver: MysqlDriver): Dialect {
  return {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  }
}
