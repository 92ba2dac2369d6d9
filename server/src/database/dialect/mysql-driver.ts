import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { createPool, type Pool, type PoolConnection, type RowDataPacket } from 'mysql2/promise'
import type { ConnectionUse } from './dialect.js'

/**
 * Set on every new connection. READ COMMITTED because under REPEATABLE READ the claimers' gap locks froze inserts (14 a
 * second instead of 3,800 when measured) and MySQL's own lets updates be lost. A lock is waited for 5 seconds, not 50.
 */
const sessionStatements = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  `SET SESSION time_zone = '+00:00', SESSION innodb_lock_wait_timeout = 5`,
]
const connectTimeoutMs = 5_000
const integerTypes = new Set(['TINY', 'SHORT', 'LONG', 'INT24', 'LONGLONG'])

/**
 * Kysely's own MySQL driver puts a broken connection back into the pool and lets the failing ROLLBACK replace the error
 * that mattered. This one remembers that a connection broke, keeps the first error, and destroys the connection.
 */
export class MysqlDriver implements Driver {
  readonly #url: string
  readonly #poolSize: number
  #pool: Pool | undefined
  #inUse = 0
  #waiting = 0

  constructor(url: string, poolSize: number) {
    this.#url = url
    this.#poolSize = poolSize
  }

  async init(): Promise<void> {
    const pool = createPool({
      uri: this.#url,
      connectionLimit: this.#poolSize,
      connectTimeout: connectTimeoutMs,
      // Whatever waits longer than the pool can serve is refused at once instead of piling up.
      queueLimit: this.#poolSize * 50,
      supportBigNumbers: true,
      timezone: 'Z',
      charset: 'utf8mb4_bin',
      typeCast: (field, next) => {
        if (!integerTypes.has(field.type)) return next()
        const text = field.string()
        return text === null ? null : BigInt(text)
      },
    })
    // Queued on the connection ahead of whatever its first user sends.
    pool.pool.on('connection', (connection) => {
      for (const statement of sessionStatements) connection.query(statement)
    })
    this.#pool = pool
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#pool === undefined) throw new Error('The MySQL driver was used before it was initialised.')
    this.#waiting += 1
    try {
      const connection = await this.#pool.getConnection()
      this.#inUse += 1
      return new MysqlConnection(connection)
    } finally {
      this.#waiting -= 1
    }
  }

  /** Counted here, for mysql2 keeps its own counts to itself. */
  connectionUse(): ConnectionUse {
    return { inUse: this.#inUse, waiting: this.#waiting, inUseMax: this.#poolSize }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof MysqlConnection && connection.broken) return // the server rolls back by itself
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof MysqlConnection)) return
    this.#inUse -= 1
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool?.end()
  }
}

class MysqlConnection implements DatabaseConnection {
  readonly #connection: PoolConnection
  #broken = false

  constructor(connection: PoolConnection) {
    this.#connection = connection
  }

  /** True once a fault below the SQL level was seen: the session is gone, or its state is unknown. */
  get broken(): boolean {
    return this.#broken
  }

  /** Text protocol on purpose: prepared statements pass big numbers as doubles, and bring no speed here. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const [result] = await this.#connection.query<RowDataPacket[]>(query.sql, [...query.parameters])
      if (Array.isArray(result)) {
        // mysql2 cannot know the columns; what they hold is stated by tables.ts, which a test checks.
        return { rows: result as R[] }
      }
      return readChange(result)
    } catch (error) {
      if (!isSqlError(error)) this.#broken = true
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used with MySQL.')
  }

  release(): void {
    if (this.#broken) this.#connection.destroy()
    else this.#connection.release()
  }
}

function readChange<R>(result: object): QueryResult<R> {
  const affected = 'affectedRows' in result ? BigInt(Number(result.affectedRows)) : 0n
  return { rows: [], numAffectedRows: affected }
}

/** An error that the server reported about one statement; the session lives on. */
function isSqlError(error: unknown): boolean {
  return error instanceof Error && 'sqlState' in error && !('fatal' in error && error.fatal === true)
}
