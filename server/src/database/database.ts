import { Kysely, type Transaction } from 'kysely'
import { DatabaseUnavailableError } from './database-unavailable-error.js'
import type { DatabaseDialect, FaultKind } from './dialect/dialect.js'
import { mysqlDialect } from './dialect/mysql-dialect.js'
import { sqliteDialect } from './dialect/sqlite-dialect.js'
import type { Tables } from './tables.js'

/** Tries of one transaction before its fault reaches the caller. */
const attemptsMax = 5
const retryPauseMsMax = 40

/** A transaction that is open. What takes one must run inside it; nothing else can make one. */
export interface Tx {
  readonly db: Transaction<Tables>
  /** The database's clock, read as the transaction began. Leases and windows go by it, never by a process's clock. */
  readonly nowMs: number
  readonly dialect: DatabaseDialect
  /** True when an earlier COMMIT of this very work may have succeeded without our hearing of it. */
  readonly mayHaveCommitted: boolean
}

export interface Database {
  readonly dialect: DatabaseDialect
  /**
   * Runs the work in one transaction and commits. On a deadlock, a lock wait or a lost connection it is run again, whole,
   * so it must make its ids beforehand and do nothing outside the database. Throws DatabaseUnavailableError when the
   * connection stays broken; any other error passes through after a rollback.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs reads outside a transaction, with the same treatment of faults. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** The database's clock, in milliseconds since 1970. */
  nowMs(): Promise<number>
  classify(error: unknown): FaultKind
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** `sqlite:PATH` or `mysql://…`. */
  readonly url: string
  /** Connections of one process. @default 10 */
  readonly poolSize?: number
  /** Moves the clock in tests. @default 0 */
  readonly clockOffsetMs?: () => number
}

/** Opens lazily: nothing is connected until the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const dialect = dialectOf(options)
  const kysely = new Kysely<Tables>({ dialect: dialect.kysely })
  const offsetMs = options.clockOffsetMs ?? (() => 0)

  async function attempt<T>(work: (tx: Tx) => Promise<T>, mayHaveCommitted: boolean): Promise<T> {
    return kysely.transaction().execute(async (db) => {
      const { now } = await db.selectNoFrom(dialect.nowMs.as('now')).executeTakeFirstOrThrow()
      return work({ db, nowMs: Number(now) + offsetMs(), dialect, mayHaveCommitted })
    })
  }

  return {
    dialect,
    async transaction(work) {
      let mayHaveCommitted = false
      return withRetries(dialect, async () => {
        try {
          return await attempt(work, mayHaveCommitted)
        } catch (error) {
          mayHaveCommitted ||= dialect.classify(error) === 'connection'
          throw error
        }
      })
    },
    read: (work) => withRetries(dialect, () => work(kysely)),
    async nowMs() {
      const { now } = await withRetries(dialect, () =>
        kysely.selectNoFrom(dialect.nowMs.as('now')).executeTakeFirstOrThrow(),
      )
      return Number(now) + offsetMs()
    },
    classify: (error) => dialect.classify(error),
    close: () => kysely.destroy(),
  }
}

async function withRetries<T>(dialect: DatabaseDialect, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const kind = dialect.classify(error)
      if (kind !== 'retry' && kind !== 'connection') throw error
      if (attempt === attemptsMax) throw new DatabaseUnavailableError(error)
      await pause(Math.random() * retryPauseMsMax * attempt)
    }
  }
}

function dialectOf(options: DatabaseOptions): DatabaseDialect {
  const { url } = options
  if (url.startsWith('sqlite:')) return sqliteDialect(url.slice('sqlite:'.length))
  if (url.startsWith('mysql://')) return mysqlDialect(url, { poolSize: options.poolSize ?? 10 })
  throw new TypeError('DATABASE_URL must begin with sqlite: or mysql://.')
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
