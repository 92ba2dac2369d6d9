import {
  type Dialect,
  type Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { int64Max } from '../../../core/domain/int64-max.ts'
import type { Tables } from '../../tables.ts'
import { longRunning, type Timeouts, unlimited } from '../../timeouts.ts'
import type { DatabaseDialect, PrimaryKey } from '../dialect.ts'
import { type ListedColumn, requireOwnDatabase } from '../foreign-database.ts'
import { MysqlDriver } from './driver.ts'
import { classifyMysqlError } from './errors.ts'
import { readMysqlUrl } from './url.ts'

/** Two, so that the sums of one caller do not wait for those of another. */
const atLengthPoolSize = 2

/** MySQL 8.0.19+ and MariaDB 10.6+ through mysql2. `url` must be readable by `readMysqlUrl`. */
export function mysqlDialect(
  url: string,
  options: { readonly poolSize: number; readonly timeouts: Timeouts },
): DatabaseDialect {
  const { connectionLimit, ...address } = readMysqlUrl(url)
  const driver = new MysqlDriver({ ...options, address, poolSize: connectionLimit ?? options.poolSize })
  return {
    name: 'mysql',
    kysely: kyselyDialect(driver),
    kyselyLongRunning: kyselyDialect(
      new MysqlDriver({ address, poolSize: atLengthPoolSize, timeouts: longRunning }),
    ),
    kyselyUnlimited: kyselyDialect(new MysqlDriver({ address, poolSize: 1, timeouts: unlimited })),
    nowMs: sql<bigint>`cast(unix_timestamp(now(3)) * 1000 as signed)`,
    requireWritable,
    skipLocked: sql`for update skip locked`,
    forUpdate: sql`for update`,
    // MariaDB has no FOR SHARE.
    forShare: sql`lock in share mode`,
    insertMissing: sql`insert ignore into`,
    addToExisting: (columns) =>
      sql`on duplicate key update ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + values(${sql.ref(name)})`))}`,
    outputBytes: sql<bigint>`(select coalesce(sum(files.bytes), 0)
      from json_table(tasks.output, '$[*]' columns (bytes bigint path '$.sizeBytes')) as files)`,
    // MariaDB has no ->>.
    effectId: sql<string | null>`json_unquote(json_extract(tasks.parameters, '$.effect.id'))`,
    // A loose scan of the primary key; a recursive query is cut off at 1,000 rows. Without the LIMIT, MariaDB may
    // join it to other tables row by row, and read all of an account's blocked tasks each time.
    firstBlockedTasks: sql`select account_id, product, min(task_id) as task_id from held_tasks
      group by account_id, product limit ${sql.lit(int64Max)}`,
    deleteByKeys,
    isForManyProcesses: true,
    // More than one, so that a transaction waiting for a lock does not block every other account.
    groupCommitConcurrency: 2,
    migrationsFolder: 'mysql',
    async migrate(connection, waitSeconds, work) {
      await lockMigrations(connection, waitSeconds)
      try {
        requireOwnDatabase(await listColumns(connection))
        return await work(connection)
      } finally {
        await sql`select release_lock(${migrationLock})`.execute(connection)
      }
    },
    // Pages, logs and backups are the server's: docs/accounts.md.
    eraseDeleted: async () => undefined,
    classify: classifyMysqlError,
    retryPauses: { msMin: 5, msMore: 40, msMax: 500 },
    lockWaitMsMax: options.timeouts.retryMs,
    connectionUse: () => driver.connectionUse(),
  }
}

async function requireWritable(db: Kysely<Tables>): Promise<void> {
  // A number or a word, by the version.
  const isReadOnly = sql<bigint>`concat(@@global.read_only) not in ('0', 'OFF')`
  const found = await db.selectNoFrom(isReadOnly.as('isReadOnly')).executeTakeFirstOrThrow()
  if (found.isReadOnly !== 0n)
    throw new Error(
      'The database is read-only (read_only = ON): it may be a replica. Connect to the primary.',
    )
}

const migrationLock = 'mediagen_migrations'

/** The lock belongs to the session, so a process that dies while migrating releases it. */
async function lockMigrations(connection: Kysely<Tables>, waitSeconds: number): Promise<void> {
  const { rows } = await sql<{
    got: bigint | null
  }>`select get_lock(${migrationLock}, ${waitSeconds}) as got`.execute(connection)
  const got = rows[0]?.got ?? null
  if (got === 1n) return
  throw new Error(
    got === 0n
      ? `Another process has been migrating this server's database for ${waitSeconds} seconds. Look at its log, then migrate again.`
      : 'The database refused the migration lock without giving a reason. Migrate again.',
  )
}

async function listColumns(connection: Kysely<Tables>): Promise<ListedColumn[]> {
  const { rows } =
    await sql<ListedColumn>`select table_name as ${sql.ref('table')}, column_name as ${sql.ref('column')}
    from information_schema.columns where table_schema = database()`.execute(connection)
  return rows
}

function kyselyDialect(driver: MysqlDriver): Dialect {
  return {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  }
}

/**
 * The keys come first, as a derived table, so that each row is found by its full key. A list of keys after IN
 * or OR does not work: MySQL scans a short table for it whatever the hint, and a DELETE locks every row that
 * it scans; eight claimers deadlocked twenty times in ten thousand rows. Strings are marked as ASCII like the
 * columns, because the index works with no other character set.
 */
function deleteByKeys(table: string, keys: readonly PrimaryKey[]): RawBuilder<unknown> {
  const [first = {}] = keys
  const literal = (value: string | bigint) =>
    typeof value === 'string' ? sql`_ascii ${value}` : sql`${value}`
  const wanted = sql.join(
    keys.map((key) => {
      const columns = Object.entries(key).map(
        ([column, value]) => sql`${literal(value)} as ${sql.ref(column)}`,
      )
      return sql`select ${sql.join(columns)}`
    }),
    sql` union all `,
  )
  const matches = sql.join(
    Object.keys(first).map(
      (column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`wanted.${column}`)}`,
    ),
    sql` and `,
  )
  return sql`delete ${sql.table(table)} from (${wanted}) wanted
    straight_join ${sql.table(table)} force index (primary) on ${matches}`
}
