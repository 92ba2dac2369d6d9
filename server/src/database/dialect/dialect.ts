import type { Kysely, Dialect as KyselyDialect, RawBuilder } from 'kysely'
import type { Tables } from '../tables.ts'

/** Everything in which the two databases differ. Code outside `dialect/` never asks which one it is. */
export interface DatabaseDialect {
  readonly name: 'sqlite' | 'mysql'
  readonly kysely: KyselyDialect
  /** A second pool for statements that may take a minute; undefined if the first one allows it. */
  readonly kyselyLongRunning: KyselyDialect | undefined
  /** The same for statements without a limit. */
  readonly kyselyUnlimited: KyselyDialect | undefined
  /** The database's clock in whole milliseconds since 1970. */
  readonly nowMs: RawBuilder<bigint>
  /** Throws if the database refuses writes, as a replica or a full disk does. */
  requireWritable(db: Kysely<Tables>): Promise<void>
  /**
   * Appended to a SELECT that claims rows, to skip rows that others hold; empty on SQLite, which has one
   * writer.
   */
  readonly skipLocked: RawBuilder<unknown>
  /**
   * Appended to a SELECT whose rows must not change until the transaction ends; empty on SQLite, which has
   * one writer.
   */
  readonly forUpdate: RawBuilder<unknown>
  /**
   * Appended to a SELECT that waits for transactions which have inserted rows of its range and are still open; empty on
   * SQLite, which has one writer.
   */
  readonly forShare: RawBuilder<unknown>
  /** Begins an INSERT that ignores rows that already exist. */
  readonly insertMissing: RawBuilder<unknown>
  /** Ends an INSERT that adds its values of these columns to rows that already exist. */
  addToExisting(columns: readonly string[]): RawBuilder<unknown>
  /** The sizes of a task's files, summed up from the column `tasks.output`. */
  readonly outputBytes: RawBuilder<bigint>
  /** The id of a task's effect, from the column `tasks.parameters`; NULL without one. */
  readonly effectId: RawBuilder<string | null>
  /** The key of the first of `held_tasks` of each account and product, without reading those behind it. */
  readonly firstBlockedTasks: RawBuilder<unknown>
  /** Deletes the rows with these full primary keys and locks no others, even in a short table. */
  deleteByKeys(
    table:
      | 'task_queue'
      | 'held_tasks'
      | 'requeued_tasks'
      | 'task_leases'
      | 'task_deadlines'
      | 'workers'
      | 'uploads'
      | 'gate_checks'
      | 'engine_calls'
      | 'tasks'
      | 'ledger_entries',
    keys: readonly PrimaryKey[],
  ): RawBuilder<unknown>
  /** Whether several processes may share one database, so that shared counts must be kept in it. */
  readonly isForManyProcesses: boolean
  /**
   * Maximum concurrent group-commit transactions of one process; items that arrive meanwhile join the next.
   */
  readonly groupCommitConcurrency: number
  /** Folder below `migrations/`. */
  readonly migrationsFolder: string
  /**
   * Runs `work`, which migrates with what it is given, on this connection and while no other process may.
   * Throws after waiting for so many seconds. On SQLite all of it is one transaction, at whose end foreign
   * keys are checked, so that a table that others refer to can be rebuilt.
   */
  migrate<T>(
    connection: Kysely<Tables>,
    waitSeconds: number,
    work: (db: Kysely<Tables>) => Promise<T>,
  ): Promise<T>
  /** Takes what was deleted out of the database's files, as far as a client can; throws the database's error. */
  eraseDeleted(): Promise<void>
  classify(error: unknown): DatabaseErrorKind
  /** The pauses between tries: from `msMin`, longer by up to `msMore` after each try, up to `msMax`. */
  readonly retryPauses: { readonly msMin: number; readonly msMore: number; readonly msMax: number }
  /** Total time that a failing transaction may wait for others to release their locks. */
  readonly lockWaitMsMax: number
  /** How busy this process's connections are; undefined if there is only one. */
  connectionUse(): ConnectionUse | undefined
}

/** Every column of a primary key, in order; strings are ASCII. */
export type PrimaryKey = Readonly<Record<string, string | bigint>>

/** A snapshot of the connection pool, for the metrics. */
export interface ConnectionUse {
  /** Connections in use. */
  readonly inUse: number
  /** Callers waiting for a connection, or for one to be opened. */
  readonly waiting: number
  readonly inUseMax: number
}

/**
 * `retry`: the transaction was rolled back (deadlock, lock wait) and may run again. `connection`: the database is
 * not usable for now, which every error means that is not known to mean anything else. `duplicate`: a unique key
 * refused the row. `check`: a CHECK constraint did. `refused`: the statement itself is wrong, or a right is missing.
 * `other`: not an error of the database.
 */
export type DatabaseErrorKind = 'retry' | 'connection' | 'duplicate' | 'check' | 'refused' | 'other'
