/** How long a user of the database waits before it counts as unreachable. */
export interface Timeouts {
  /** Timeout of one statement, and of acquiring a connection; undefined: none. */
  readonly statementMs: number | undefined
  /** Maximum wait for a row lock. */
  readonly lockWaitSeconds: number
  /**
   * Once the caller has waited in vain for so long, nothing is tried again. Pauses between tries count, and
   * statements and connections that failed; a slow success, or a slow machine, does not.
   */
  readonly retryMs: number
  /**
   * The most that a caller waits in vain: the last try has what is left of it. All statements of a request count
   * together; any other call of the database counts by itself. A connection that comes late is a success: a busy pool
   * must not refuse what a healthy database would answer. So by the clock it may be twice as long.
   */
  readonly waitMs: number
  /**
   * The most that it waits whether in vain or not: for what is slow, and for connections and batches that are busy.
   * From then on nothing is tried again, and each statement must answer at once, except a COMMIT: its outcome would be
   * unknown. Undefined: no limit.
   */
  readonly allMs: number | undefined
  /**
   * The same while others hold the lock of an SQLite file: one writer waits for all the others, on a slow
   * disk for seconds.
   */
  readonly fileLockMs: number
}

/**
 * `request`: a caller waits, and a clear 503 after two seconds is better than one after a minute. `work`: late
 * success is better than failure, and an operator waits. `worker`: what an engine has answered waits to be written. A
 * group of servers takes 20 to 30 seconds to elect another primary, and a late write is harmless: it is refused once
 * another worker has the task.
 */
export const timeoutsFor = {
  request: {
    statementMs: 2_000,
    lockWaitSeconds: 1,
    retryMs: 1_000,
    waitMs: 2_000,
    allMs: 8_000,
    fileLockMs: 5_000,
  },
  work: {
    statementMs: 8_000,
    lockWaitSeconds: 5,
    retryMs: 15_000,
    waitMs: 23_000,
    allMs: undefined,
    fileLockMs: 15_000,
  },
  worker: {
    statementMs: 8_000,
    lockWaitSeconds: 5,
    retryMs: 60_000,
    waitMs: 68_000,
    allMs: undefined,
    fileLockMs: 15_000,
  },
} as const satisfies Record<string, Timeouts>

/** Sums over an account or a chunk of a table: seconds, and never minutes, unless the database hangs. */
export const longRunning: Timeouts = {
  ...timeoutsFor.work,
  statementMs: 60_000,
  lockWaitSeconds: 50,
  waitMs: 75_000,
}

/** Migrations, bounded only by the size of the tables. */
export const unlimited: Timeouts = {
  statementMs: undefined,
  lockWaitSeconds: 50,
  retryMs: 15_000,
  waitMs: 15_000,
  allMs: undefined,
  fileLockMs: 15_000,
}
