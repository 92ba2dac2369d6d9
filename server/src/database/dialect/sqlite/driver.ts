import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { createFolder } from '../../../core/files/create-folder.ts'
import { CommitAmbiguousError } from '../../database-unavailable-error.ts'
import { type ListedColumn, requireOwnDatabase } from '../foreign-database.ts'
import { classifySqliteError, isUnwritten } from './errors.ts'
import { Mutex } from './mutex.ts'
import { RecentWrites } from './recent-writes.ts'

const cachedStatementsMax = 200

/** One connection per process, used by one transaction or query at a time: SQLite has one writer anyway. */
export class SqliteDriver implements Driver {
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
