import type { Kysely, Dialect as KyselyDialect, RawBuilder } from 'kysely'
import type { Tables } from '../tables.js'

/** Everything in which the two databases differ. Nothing outside `dialect/` asks which one it is. */
export interface DatabaseDialect {
  readonly name: 'sqlite' | 'mysql'
  readonly kysely: KyselyDialect
  /** Another way in, for work that takes minutes; undefined where the first one lets it. */
  readonly kyselyAtLength: KyselyDialect | undefined
  /** The database's clock in whole milliseconds since 1970. */
  readonly nowMs: RawBuilder<bigint>
  /** Appended to a SELECT that claims rows which other claimers may hold; SQLite's one writer needs none. */
  readonly skipLocked: RawBuilder<unknown>
  /** Appended to a SELECT whose rows must not change until the transaction ends; SQLite's one writer needs none. */
  readonly forUpdate: RawBuilder<unknown>
  /** Begins an INSERT that writes nothing where its row is there already. */
  readonly insertMissing: RawBuilder<unknown>
  /** Deletes the rows with these whole primary keys, and touches no other row on the way, however few there are. */
  deleteByKeys(
    table: 'task_queue' | 'task_leases' | 'uploads',
    keys: readonly PrimaryKey[],
  ): RawBuilder<unknown>
  /** Whether several processes may serve one database: what they count, they must then count in it. */
  readonly isForManyProcesses: boolean
  /** Transactions of one process that write for many at once; what comes while all are busy joins the next one. */
  readonly groupCommitsAtOnce: number
  /** Folder below `migrations/`. */
  readonly migrationsFolder: string
  /** Keeps other processes from migrating, until unlocked on the same connection. Throws when it has to wait for too long. */
  lockMigrations(connection: Kysely<Tables>, waitSeconds: number): Promise<void>
  unlockMigrations(connection: Kysely<Tables>): Promise<void>
  classify(error: unknown): FaultKind
  /** Whether a fault that may pass is that the waiting took too long; another try would wait as long again. */
  isTimeOut(error: unknown): boolean
  /** How busy the connections of this process are; undefined where there is only one. */
  connectionUse(): ConnectionUse | undefined
}

/** Every column of a primary key, in its order; texts are ASCII. */
export type PrimaryKey = Readonly<Record<string, string | bigint>>

/** The connection pool at one moment, for the metrics. */
export interface ConnectionUse {
  /** Connections that somebody is working with. */
  readonly inUse: number
  /** Callers that wait for one, or for one to be opened. */
  readonly waiting: number
  readonly inUseMax: number
}

/**
 * `retry`: the transaction was rolled back (deadlock, lock wait) and may run again. `connection`: the connection broke or
 * could not be had, so the outcome of a COMMIT is unknown. `duplicate`: a unique key refused the row. `check`: a CHECK did.
 */
export type FaultKind = 'retry' | 'connection' | 'duplicate' | 'check' | 'other'
