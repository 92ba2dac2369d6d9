/** What a soak does; every number can be given on the command line, `--tasks 20000` for `tasks`. */
export interface SoakOptions {
  readonly tasks: number
  /** Tasks asked for in each second; as many as the clients can where it is absent. */
  readonly perSecond?: number
  /** Seconds between two kills of a random process. */
  readonly killEvery: number
  /** So many API processes, and as many workers, are never killed, and must not grow. @default 0 */
  readonly spared?: number
  /** How often the database is killed and started again, spread over the run. */
  readonly databaseRestarts: number
  readonly apis: number
  readonly workers: number
  /** Requests under way at once. */
  readonly clients: number
  readonly accounts: number
  /** Decides who is killed when, and what is asked for. */
  readonly seed: number
  /** Keeps the database in memory, for a short run; else each COMMIT goes to the disk. @default false */
  readonly inMemory?: boolean
}

export const soakDefaults: Omit<SoakOptions, 'seed'> = {
  tasks: 20_000,
  killEvery: 2,
  databaseRestarts: 2,
  apis: 2,
  workers: 2,
  clients: 24,
  accounts: 50,
}
