import { Duplex } from 'node:stream'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { createPool, type Pool, type PoolConnection, type RowDataPacket } from 'mysql2/promise'
import { withTimeout } from '../../../core/async/with-timeout.ts'
import { CommitAmbiguousError, DatabaseUnavailableError } from '../../database-unavailable-error.ts'
import type { Timeouts } from '../../timeouts.ts'
import type { ConnectionUse } from '../dialect.ts'
import { classifyMysqlError, isRejection, NoConnectionError, StatementTimeoutError } from './errors.ts'
import { idleConnectionMsMax, sessionStatements } from './session.ts'
import type { MysqlAddress } from './url.ts'
import { beginWait, type Wait } from './wait.ts'

/** Long-running work must also find out quickly that the server is unreachable. */
const connectMsMax = 5_000
/** Maximum wait for the server's goodbye when the pool closes. */
const closeMsMax = 1_000
const commitStatement = 'commit'
const integerTypes = new Set(['TINY', 'SHORT', 'LONG', 'INT24', 'LONGLONG'])

export interface MysqlDriverOptions {
  readonly address: MysqlAddress
  readonly poolSize: number
  readonly timeouts: Timeouts
}

/**
 * Kysely's own MySQL driver returns a broken connection to the pool and lets a failing ROLLBACK replace the
 * original error. This one remembers that a connection broke, keeps the first error, and destroys the
 * connection. Connecting, acquiring a connection and every statement have a timeout.
 */
export class MysqlDriver implements Driver {
  readonly #options: MysqlDriverOptions
  /** Connections whose session settings have been applied. */
  readonly #prepared = new WeakSet<object>()
  #pool: Pool | undefined
  #hasConnected = false
  #inUse = 0
  #waiting = 0

  constructor(options: MysqlDriverOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    const { address, poolSize, timeouts } = this.#options
    this.#pool = createPool({
      ...address,
      connectionLimit: poolSize,
      connectTimeout: Math.min(timeouts.statementMs ?? connectMsMax, connectMsMax),
      maxIdle: Math.max(1, poolSize - 1),
      idleTimeout: idleConnectionMsMax,
      supportBigNumbers: true,
      timezone: 'Z',
      // Capturing a stack for each query took 7 % of an acceptance.
      trace: false,
      charset: 'utf8mb4_bin',
      typeCast: (field, next) => {
        if (!integerTypes.has(field.type)) return next()
        const text = field.string()
        return text === null ? null : BigInt(text)
      },
    })
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#waiting += 1
    const { timeouts } = this.#options
    const wait = beginWait(timeouts)
    try {
      const connection = await this.#getConnection(wait)
      await this.#prepare(connection, wait)
      this.#hasConnected = true
      this.#inUse += 1
      return new MysqlConnection(connection, timeouts)
    } catch (error) {
      wait.failed()
      throw this.#whileConnecting(error)
    } finally {
      wait.ended()
      this.#waiting -= 1
    }
  }

  /**
   * Whatever the reason, the database is not usable; mysql2 does not mark what a server says before the session
   * begins. Settings that a server has accepted before are being changed, as a password is, so another try may
   * succeed; those that it never has are wrong, and nobody needs to wait.
   */
  #whileConnecting(error: unknown): unknown {
    if (!this.#hasConnected && isRejection(error)) return new DatabaseUnavailableError(error)
    return error instanceof Error ? Object.assign(error, { fatal: true }) : error
  }

  /** Counted here, because mysql2 does not expose its own counts. */
  connectionUse(): ConnectionUse {
    return { inUse: this.#inUse, waiting: this.#waiting, inUseMax: this.#options.poolSize }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  /** An error proves nothing, unless it is known to follow a rollback: a group may have certified the transaction. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(commitStatement))
    } catch (error) {
      throw classifyMysqlError(error) === 'retry' ? error : new CommitAmbiguousError(error)
    }
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof MysqlConnection && connection.broken) return // The server rolls back by itself.
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof MysqlConnection)) return
    this.#inUse -= 1
    connection.release()
  }

  async destroy(): Promise<void> {
    const ended = this.#pool?.end()
    const late = (): Error => new Error(`The pool did not close within ${closeMsMax} ms.`)
    await withTimeout(closeMsMax, ended ?? Promise.resolve(), late).catch(() => undefined) // No caller is left to report to.
  }

  async #getConnection({ limitMs }: Wait): Promise<PoolConnection> {
    if (this.#pool === undefined) throw new Error('The MySQL driver was used before it was initialised.')
    const pending = this.#pool.getConnection()
    if (limitMs === undefined) return pending
    return withTimeout(limitMs, pending, () => new NoConnectionError(limitMs)).catch((error: unknown) => {
      // A connection that arrives too late is released immediately, or the pool would shrink by one.
      if (error instanceof NoConnectionError) pending.then((late) => late.release()).catch(() => undefined)
      throw error
    })
  }

  /** Within what the wait for the connection has left. */
  async #prepare(connection: PoolConnection, wait: Wait): Promise<void> {
    const raw: object = connection.connection
    if (this.#prepared.has(raw)) return
    // Without a listener, a second error of an abandoned connection would end the process.
    connection.connection.on('error', () => undefined)
    try {
      for (const sql of sessionStatements(this.#options.timeouts)) {
        await withStatementTimeout(wait.leftMs(), connection.query(sql))
      }
    } catch (error) {
      destroy(connection)
      throw error
    }
    this.#prepared.add(raw)
  }
}

class MysqlConnection implements DatabaseConnection {
  readonly #connection: PoolConnection
  readonly #timeouts: Timeouts
  #broken = false

  constructor(connection: PoolConnection, timeouts: Timeouts) {
    this.#connection = connection
    this.#timeouts = timeouts
  }

  /** True after an error that leaves the session lost, unusable or in an unknown state. */
  get broken(): boolean {
    return this.#broken
  }

  /** Text protocol on purpose: prepared statements return big numbers as doubles and are no faster here. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const wait = beginWait(this.#timeouts, { isCommit: query.sql === commitStatement })
    try {
      const [result] = await withStatementTimeout(
        wait.limitMs,
        this.#connection.query<RowDataPacket[]>({ sql: query.sql, values: [...query.parameters] }),
      )
      if (Array.isArray(result)) {
        // mysql2 does not know the column types; tables.ts declares them, and a test checks it against the
        // schema.
        return { rows: result as R[] }
      }
      return readChange(result)
    } catch (error) {
      wait.failed()
      // mysql2 adds the statement with its values, such as prompts, and errors are logged.
      if (error instanceof Error && 'sql' in error) error.sql = query.sql
      if (!isSqlError(error) || classifyMysqlError(error) === 'connection') this.#broken = true
      throw error
    } finally {
      wait.ended()
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used with MySQL.')
  }

  release(): void {
    if (this.#broken) destroy(this.#connection)
    else this.#connection.release()
  }
}

/** Closes immediately: mysql2 would wait for the server to agree, which it may never do. */
function destroy(connection: PoolConnection): void {
  connection.destroy()
  const stream: unknown = Reflect.get(connection.connection, 'stream') // It exists, but not in mysql2's types.
  if (stream instanceof Duplex) stream.destroy()
}

/**
 * After a timeout the connection is unusable, because the response may still arrive. mysql2's own timeout
 * counts lost time too.
 */
function withStatementTimeout<T>(statementMs: number | undefined, result: Promise<T>): Promise<T> {
  if (statementMs === undefined) return result
  return withTimeout(statementMs, result, () => new StatementTimeoutError(statementMs))
}

function readChange<R>(result: object): QueryResult<R> {
  const affected = 'affectedRows' in result ? BigInt(Number(result.affectedRows)) : 0n
  return { rows: [], numAffectedRows: affected }
}

/** An error that the server reported about one statement; the session survives. */
function isSqlError(error: unknown): boolean {
  return error instanceof Error && 'sqlState' in error && !('fatal' in error && error.fatal === true)
}
