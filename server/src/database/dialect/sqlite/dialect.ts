import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { productNames } from '../../../core/domain/products.ts'
import { createFolder } from '../../../core/files/create-folder.ts'
import { CommitAmbiguousError } from '../../database-unavailable-error.ts'
import type { Tables } from '../../tables.ts'
import type { Timeouts } from '../../timeouts.ts'
import type { DatabaseDialect, PrimaryKey } from '../dialect.ts'
import { type ListedColumn, requireOwnDatabase } from '../foreign-database.ts'
import { eraseDeleted } from './erase-deleted.ts'
import { classifySqliteError, isUnwritten } from './errors.ts'
import { Mutex } from './mutex.ts'
import { RecentWrites } from './recent-writes.ts'

const cachedStatementsMax = 200

/**
 * SQLite through node:sqlite: WAL with synchronous=FULL, because NORMAL may lose acknowledged commits on
 * power loss. It never waits for a lock: that would block the thread, and with it reads and every response. A
 * busy database is an error, and the caller tries again after a pause.
 */
export function sqliteDialect(file: string, { fileLockMs }: Pick<Timeouts, 'fileLockMs'>): DatabaseDialect {
  const driver = new SqliteDriver(file)
  return {
    name: 'sqlite',
    kysely: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    kyselyLongRunning: undefined, // No statement has a time limit here.
    kyselyUnlimited: undefined,
    nowMs: sql<bigint>`cast(unixepoch('subsec') * 1000 as integer)`,
    requireWritable: (db) => driver.writes.require(() => sql`pragma user_version = 0`.execute(db)),
    skipLocked: sql``,
    forUpdate: sql``,
    insertMissing: sql`insert or ignore into`,
    addToExisting: (columns) =>
      sql`on conflict do update set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${sql.ref(`excluded.${name}`)}`))}`,
    outputBytes: sql<bigint>`(select coalesce(sum(files.value ->> 'sizeBytes'), 0)
      from json_each(tasks.output) as files)`,
    firstHeldTasks,
    deleteByKeys,
    isForManyProcesses: false,
    groupCommitConcurrency: 1,
    migrationsFolder: 'sqlite',
    migrate,
    eraseDeleted: () => (file === ':memory:' ? Promise.resolve() : eraseDeleted(file, fileLockMs)),
    classify: classifySqliteError,
    // Short, because a writer of this service holds the lock for milliseconds.
    retryPauses: { msMin: 1, msMore: 4, msMax: 50 },
    lockWaitMsMax: fileLockMs,
    connectionUse: () => undefined,
  }
}

async function migrate<T>(
  connection: Kysely<Tables>,
  _waitSeconds: number,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  // Has no effect within a transaction.
  await sql`pragma foreign_keys = off`.execute(connection)
  try {
    return await connection.transaction().execute(async (tx) => {
      const result = await work(tx)
      const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(tx)
      if (rows[0] !== undefined)
        throw new Error(
          `A migration leaves rows of ${rows[0].table} without the row that they refer to; nothing was changed.`,
        )
      return result
    })
  } finally {
    await sql`pragma foreign_keys = on`.execute(connection)
  }
}

/** From one account to the next by the index: SQLite reads every row of a group. */
const firstHeldTasks = sql`
  with recursive holders (account_id) as (
    select min(account_id) from held_tasks
    union all
    select (select min(held_tasks.account_id) from held_tasks where held_tasks.account_id > holders.account_id)
    from holders where holders.account_id is not null
  )
  select holders.account_id, products.product, (
    select min(held_tasks.task_id) from held_tasks
    where held_tasks.account_id = holders.account_id and held_tasks.product = products.product
  ) as task_id
  from holders join (${sql.join(
    productNames.map((product) => sql`select ${sql.lit(product)} as product`),
    sql` union all `,
  )}) products
  where holders.account_id is not null`

function deleteByKeys(table: string, keys: readonly PrimaryKey[]): RawBuilder<unknown> {
  const [first = {}] = keys
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const rows = sql.join(keys.map((key) => sql`(${sql.join(Object.values(key))})`))
  return sql`delete from ${sql.table(table)} where (${columns}) in (values ${rows})`
}

function listColumns(database: DatabaseSync): ListedColumn[] {
  const rows = database
    .prepare(
      `select tables.name as "table", columns.name as "column"
      from sqlite_schema as tables join pragma_table_info(tables.name) as columns
      where tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'`,
    )
    .all()
  return rows.map(({ table, column }) => ({ table: String(table), column: String(column) }))
}

/** One connection per process, used by one transaction or query at a time: SQLite has one writer anyway. */
class SqliteDriver implements Driver {
  readonly writes = new RecentWrites()
  readonly #file: string
  readonly #mutex = new Mutex()
  #connection: SqliteConnection | undefined

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    if (this.#file !== ':memory:') createFolder(dirname(this.#file))
    const database = new DatabaseSync(this.#file)
    try {
      // First, because WAL would change another program's file.
      requireOwnDatabase(listColumns(database))
      database.exec(`
        PRAGMA busy_timeout = 0;
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        PRAGMA secure_delete = ON;
      `)
    } catch (error) {
      database.close() // Another try opens it anew.
      throw error
    }
    this.#connection = new SqliteConnection(database, this.writes)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.lock()
    if (this.#connection === undefined)
      throw new Error('The SQLite driver was used before it was initialised.')
    return this.#connection
  }

  /**
   * IMMEDIATE takes the write lock at the start: a transaction that reads first might fail to upgrade its
   * lock.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite says itself if the transaction is still open; otherwise only an error of the disk leaves doubt. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('commit'))
      this.writes.succeeded()
    } catch (error) {
      const isOpen = this.#connection?.isInTransaction === true
      throw isOpen || isUnwritten(error) ? error : new CommitAmbiguousError(error)
    }
  }

  /** After some errors, such as a full disk, SQLite has done it by itself; the caller must get that error. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#connection?.isInTransaction) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.unlock()
  }

  async destroy(): Promise<void> {
    this.#connection?.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, ReturnType<DatabaseSync['prepare']>>({
    max: cachedStatementsMax,
  })

  readonly #writes: RecentWrites

  constructor(database: DatabaseSync, writes: RecentWrites) {
    this.#database = database
    this.#writes = writes
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return this.#execute(query)
    } catch (error) {
      if (classifySqliteError(error) === 'connection') this.#writes.failed(error)
      throw error
    }
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(query.sql)
    const parameters = query.parameters.map(toSqlite)
    if (statement.columns().length > 0) {
      // node:sqlite types its rows by storage class; tables.ts declares their types, and a test checks it
      // against the schema.
      return { rows: statement.all(...parameters) as R[] }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used with SQLite.')
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(text: string): ReturnType<DatabaseSync['prepare']> {
    const known = this.#statements.get(text)
    if (known !== undefined) return known
    const statement = this.#database.prepare(text)
    statement.setReadBigInts(true)
    this.#statements.set(text, statement)
    return statement
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`A query parameter of type ${typeof value} cannot be stored.`)
}
