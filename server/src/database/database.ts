import { setTimeout } from 'node:timers/promises'
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { DatabaseUnavailableError } from './database-unavailable-error.js'
import type { DatabaseDialect, FaultKind } from './dialect/dialect.js'
import { mysqlDialect } from './dialect/mysql-dialect.js'
import { sqliteDialect } from './dialect/sqlite-dialect.js'
import { type Patience, patienceFor } from './patience.js'
import type { Tables } from './tables.js'

/** Pauses between two tries are random, so that those who met do not meet again, and grow to the last of these. */
const retryPauseMsMin = 5
const retryPauseMs = 40
const retryPauseMsMax = 500

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
   * so it must make its ids beforehand and do nothing outside the database. Throws DatabaseUnavailableError when that
   * goes on for as long as the patience lasts; any other error passes through after a rollback.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs reads outside a transaction, with the same treatment of faults, and the database's clock to be read along. */
  read<T>(work: (db: Kysely<Tables>, now: RawBuilder<bigint>) => Promise<T>): Promise<T>
  /**
   * Runs one statement that commits by itself, with the database's clock to be written into it: a single round trip. It is run
   * again when its answer was lost, so it must be one that does no harm twice.
   */
  autocommit<T>(statement: (db: Kysely<Tables>, now: RawBuilder<bigint>) => Promise<T>): Promise<T>
  /** Runs reads that may take minutes: migrations, and sums over whole tables. */
  readAtLength<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
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
  /** @default that of a request */
  readonly patience?: Patience
  /** Moves the clock in tests. @default 0 */
  readonly clockOffsetMs?: () => number
}

/** Opens lazily: nothing is connected until the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const patience = options.patience ?? patienceFor.request
  const dialect = dialectOf(options, patience)
  const kysely = new Kysely<Tables>({ dialect: dialect.kysely })
  const atLength =
    dialect.kyselyAtLength === undefined ? kysely : new Kysely<Tables>({ dialect: dialect.kyselyAtLength })
  const offsetMs = options.clockOffsetMs ?? (() => 0)
  const now = () => sql<bigint>`(${dialect.nowMs} + ${sql.lit(offsetMs())})`
  const retrying = <T>(run: () => Promise<T>): Promise<T> => withRetries(dialect, patience, run)

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let mayHaveCommitted = false
    const attempt = async (): Promise<T> => {
      let isCommitting = false
      try {
        return await kysely.transaction().execute(async (db) => {
          const { now } = await db.selectNoFrom(dialect.nowMs.as('now')).executeTakeFirstOrThrow()
          const result = await work({ db, nowMs: Number(now) + offsetMs(), dialect, mayHaveCommitted })
          isCommitting = true
          return result
        })
      } catch (error) {
        mayHaveCommitted ||= isCommitting && dialect.classify(error) === 'connection'
        throw error
      }
    }
    try {
      return await retrying(attempt)
    } catch (error) {
      if (!mayHaveCommitted || dialect.classify(error) !== 'duplicate') throw error
      // Our own late COMMIT has landed between the work's look for what it may have written and its writing of it. Now
      // that it is there to be seen, the work finds it; if the row is another's after all, it says so once more.
      return retrying(attempt)
    }
  }

  return {
    dialect,
    transaction,
    read: (work) => retrying(() => work(kysely, now())),
    autocommit: (statement) => retrying(() => statement(kysely, now())),
    readAtLength: (work) => retrying(() => work(atLength)),
    async nowMs() {
      const { now } = await retrying(() =>
        kysely.selectNoFrom(dialect.nowMs.as('now')).executeTakeFirstOrThrow(),
      )
      return Number(now) + offsetMs()
    },
    classify: (error) => dialect.classify(error),
    async close() {
      await Promise.all([kysely.destroy(), atLength === kysely ? undefined : atLength.destroy()])
    },
  }
}

/**
 * Patience is used up by waiting for the database: by pauses, and by tries that ended because they had waited too long. What
 * a try has taken otherwise says how slow this machine is, not whether the database is there; a transaction that was slow
 * and then met a deadlock is run again.
 */
async function withRetries<T>(
  dialect: DatabaseDialect,
  { retryMs }: Patience,
  run: () => Promise<T>,
): Promise<T> {
  let waitedMs = 0
  for (let attempt = 1; ; attempt += 1) {
    const startedAtMs = performance.now()
    try {
      return await run()
    } catch (error) {
      const kind = dialect.classify(error)
      if (kind !== 'retry' && kind !== 'connection') throw error
      if (dialect.isTimeOut(error)) waitedMs += performance.now() - startedAtMs
      if (waitedMs >= retryMs) throw new DatabaseUnavailableError(error)
      const pauseMs = retryPauseMsMin + Math.random() * Math.min(retryPauseMs * attempt, retryPauseMsMax)
      await setTimeout(pauseMs)
      waitedMs += pauseMs
    }
  }
}

function dialectOf(options: DatabaseOptions, patience: Patience): DatabaseDialect {
  const { url } = options
  if (url.startsWith('sqlite:')) return sqliteDialect(url.slice('sqlite:'.length))
  if (url.startsWith('mysql://')) return mysqlDialect(url, { poolSize: options.poolSize ?? 10, patience })
  throw new TypeError('DATABASE_URL must begin with sqlite: or mysql://.')
}
