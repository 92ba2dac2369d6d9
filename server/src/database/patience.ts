/** How long whoever uses the database can wait for it before it counts as away. */
export interface Patience {
  /** Longest time for one statement, and for getting a connection; undefined: as long as it takes. */
  readonly statementMs: number | undefined
  /** Longest wait for a row that another transaction holds. */
  readonly lockWaitSeconds: number
  /**
   * How long a transaction that met faults may wait for the database before the fault reaches the caller: pauses between its
   * tries, and tries that were given up because there was no answer. Time that this machine was slow in does not count.
   */
  readonly retryMs: number
}

/**
 * `request`: somebody waits for an answer, and a clear 503 after two seconds is better than one after a minute.
 * `work`: a result that cost minutes waits to be written; it outlasts a restart of the database, within a lease.
 */
export const patienceFor = {
  request: { statementMs: 2_000, lockWaitSeconds: 1, retryMs: 1_000 },
  work: { statementMs: 8_000, lockWaitSeconds: 5, retryMs: 15_000 },
} as const satisfies Record<string, Patience>

/** Migrations and sums over whole tables: bounded by their own size alone. */
export const unlimited: Patience = { statementMs: undefined, lockWaitSeconds: 50, retryMs: 15_000 }
