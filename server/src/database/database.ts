import { setTimeout } from 'node:timers/promises'
import { Kysely, type Dialect as KyselyDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import { countingWaits, currentWaitedTime, type WaitedTime } from '../core/async/waited-time.ts'
import { asAmbiguous, CommitAmbiguousError, DatabaseUnavailableError } from './database-unavailable-error.ts'
import type { DatabaseDialect, DatabaseErrorKind } from './dialect/dialect.ts'
import { mysqlDialect } from './dialect/mysql/dialect.ts'
import { sqliteDialect } from './dialect/sqlite/dialect.ts'
import type { Tables } from './tables.ts'
import { type Timeouts, timeoutsFor } from './timeouts.ts'

/** An open transaction. A function that takes one must run inside it; only `transaction` creates one. */
export interface Tx {
  readonly db: Transaction<Tables>
  /**
   * The database's clock at the start of the transaction. Leases and windows use it, never a process's clock.
   */
  readonly nowMs: number
  readonly dialect: DatabaseDialect
  /** True if an earlier COMMIT of the same work may have succeeded although its response was lost. */
  readonly mayHaveCommitted: boolean
}

/** The outcome of a transaction whose work was refused: nothing of it is kept. */
export class RolledBack<Outcome> {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    this.outcome = outcome
  }
}

export interface Database {
  readonly dialect: DatabaseDialect
  /**
   * Runs the work in one transaction and commits, or rolls back if the work returns a `RolledBack`. After a deadlock,
   * a lock wait or a lost connection the whole work is run again, so it must create its ids beforehand and have no
   * effects outside the database. Throws DatabaseUnavailableError once the timeouts are used up, and
   * CommitAmbiguousError if the work may be committed nevertheless; any other error passes through after a rollback.
   */
  transaction<T>(work: (tx: Tx) => Promise<T | RolledBack<T>>): Promise<T>
  /** Runs reads outside a transaction, with the same retries; they may include the database's clock. */
  read<T>(work: (db: Kysely<Tables>, now: RawBuilder<bigint>) => Promise<T>): Promise<T>
  /**
   * Runs one self-committing statement, which may contain the database's clock: a single round trip. It is
   * rerun if its response is lost, so repeating it must be harmless.
   */
  autocommit<T>(statement: (db: Kysely<Tables>, now: RawBuilder<bigint>) => Promise<T>): Promise<T>
  /** Runs reads each statement of which may take a minute: sums over whole accounts. */
  readLongRunning<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Runs a migration, whose statements may take as long as they need once the database is reached. */
  migrate<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /**
   * Takes what was deleted out of the database's files, as far as a client can: on SQLite from file and log, on MySQL
   * not at all. Needs as much room again, and throws DatabaseUnavailableError while others do not let it.
   */
  eraseDeleted(): Promise<void>
  /** Throws if the database refuses writes, as a replica or a full disk does. */
  requireWritable(): Promise<void>
  /** The database's clock, in milliseconds since 1970. */
  nowMs(): Promise<number>
  classify(error: unknown): DatabaseErrorKind
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** `sqlite:PATH` or `mysql://…`. */
  readonly url: string
  /** Connections per process. @default 10 */
  readonly poolSize?: number
  /** @default the timeouts of a request */
  readonly timeouts?: Timeouts
  /** Shifts the clock in tests. @default 0 */
  readonly clockOffsetMs?: () => number
}

/** Lazy: connects on the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const timeouts = options.timeouts ?? timeoutsFor.request
  const dialect = dialectOf(options, timeouts)
  const kysely = new Kysely<Tables>({ dialect: dialect.kysely })
  const open = (other: KyselyDialect | undefined) =>
    other === undefined ? kysely : new Kysely<Tables>({ dialect: other })
  const longRunning = open(dialect.kyselyLongRunning)
  const unlimited = open(dialect.kyselyUnlimited)
  const offsetMs = options.clockOffsetMs ?? (() => 0)
  const now = () => sql<bigint>`(${dialect.nowMs} + ${sql.lit(offsetMs())})`
  // Every transaction begins with it, so it is made once.
  const selectNow = kysely.selectNoFrom(dialect.nowMs.as('now')).compile()
  async function nowMs(db: Kysely<Tables>): Promise<number> {
    const { rows } = await db.executeQuery(selectNow)
    return Number(rows[0]?.now) + offsetMs()
  }
  function retrying<T>(run: () => Promise<T>): Promise<T> {
    const shared = currentWaitedTime()
    if (shared !== undefined) return withRetries(dialect, timeouts, shared, run)
    const own: WaitedTime = { ms: 0 }
    return countingWaits(own, () => withRetries(dialect, timeouts, own, run))
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T | RolledBack<T>>): Promise<T> {
    let mayHaveCommitted = false
    const attempt = async (): Promise<T> => {
      let refused: RolledBack<T> | undefined
      try {
        return await kysely.transaction().execute(async (db) => {
          const result = await work({ db, nowMs: await nowMs(db), dialect, mayHaveCommitted })
          if (!(result instanceof RolledBack)) return result
          refused = result
          throw result
        })
      } catch (error) {
        if (refused !== undefined && error === refused) return refused.outcome
        mayHaveCommitted ||= error instanceof CommitAmbiguousError
        throw error
      }
    }
    const run = (): Promise<T> =>
      retrying(attempt).catch((error) => {
        if (!mayHaveCommitted) throw error
        // A database that refuses to look for what was written says as little as one that is away.
        throw dialect.classify(error) === 'refused' ? new CommitAmbiguousError(error) : asAmbiguous(error)
      })
    try {
      return await run()
    } catch (error) {
      if (!mayHaveCommitted || dialect.classify(error) !== 'duplicate') throw error
      // Our own late COMMIT landed between the work's check for it and its insert. The row is visible now, so
      // a rerun finds it; if it belongs to another request, the rerun fails with the same error.
      return run()
    }
  }

  return {
    dialect,
    transaction,
    read: (work) => retrying(() => work(kysely, now())),
    autocommit: (statement) => retrying(() => statement(kysely, now())),
    readLongRunning: (work) => retrying(() => work(longRunning)),
    migrate: (work) => retrying(() => work(unlimited)),
    requireWritable: () => retrying(() => dialect.requireWritable(kysely)),
    eraseDeleted: () =>
      dialect.eraseDeleted().catch((error) => {
        throw dialect.classify(error) === 'other' ? error : new DatabaseUnavailableError(error)
      }),
    nowMs: () => retrying(() => nowMs(kysely)),
    classify: (error) => dialect.classify(error),
    async close() {
      await Promise.all([...new Set([kysely, longRunning, unlimited])].map((one) => one.destroy()))
    },
  }
}

/** Runs it again after a pause for as long as its caller has patience. The dialect counts what was waited in vain. */
async function withRetries<T>(
  dialect: DatabaseDialect,
  { retryMs, allMs = Number.POSITIVE_INFINITY }: Timeouts,
  waited: WaitedTime,
  run: () => Promise<T>,
): Promise<T> {
  const pauses = dialect.retryPauses
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (thrown) {
      const isCommit = thrown instanceof CommitAmbiguousError
      const error = isCommit ? thrown.cause : thrown
      const kind = isCommit ? 'connection' : dialect.classify(error)
      if (kind !== 'retry' && kind !== 'connection') throw error
      const waitMsMax = kind === 'retry' ? dialect.lockWaitMsMax : retryMs
      if (waited.ms >= waitMsMax || (waited.allMs ?? 0) >= allMs) throw new DatabaseUnavailableError(error)
      // Random, so that conflicting transactions do not meet again.
      const pauseMs = pauses.msMin + Math.random() * Math.min(pauses.msMore * attempt, pauses.msMax)
      await setTimeout(pauseMs)
      waited.ms += pauseMs
      waited.allMs = (waited.allMs ?? 0) + pauseMs
    }
  }
}

function dialectOf(options: DatabaseOptions, timeouts: Timeouts): DatabaseDialect {
  const { url } = options
  if (url.startsWith('sqlite:')) return sqliteDialect(url.slice('sqlite:'.length), timeouts)
  if (url.startsWith('mysql://')) return mysqlDialect(url, { poolSize: options.poolSize ?? 10, timeouts })
  throw new TypeError('DATABASE_URL must begin with sqlite: or mysql://.')
}
