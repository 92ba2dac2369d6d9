/** How the tasks of a worker that was killed come back: as the queue does by itself, or its quickest documented way. */
export type Recovery = 'default' | 'quickest'

/**
 * What the worker processes do. 'steady': jobs of some milliseconds in a few slots. 'drain': jobs that do nothing,
 * with what the queue's documentation gives for throughput.
 */
export type Work = 'steady' | 'drain'

/** What the workers of one scenario have in common. */
export interface QueueSettings {
  readonly work: Work
  readonly recovery: Recovery
}

/** What a worker process is told; `url` is that of the queue. */
export interface WorkerOptions extends QueueSettings {
  readonly url: string
  /** Jobs that run concurrently in this process, where the work is steady. */
  readonly slots: number
  /** For files of its own; all processes of a queue share it. */
  readonly folder: string
  /** Runs the job with that key and records that it did. */
  readonly run: (key: string) => Promise<void>
  /** Tells the benchmark a name of this process, by which the queue knows whose jobs are locked. */
  readonly tellName: (name: string) => void
}

/** The module of a queue, which worker processes load, too. */
export interface QueueModule {
  startServer(): Promise<QueueServer>
  /** Runs jobs until the process ends; resolves when it has begun to. */
  startWorker(options: WorkerOptions): Promise<void>
}

/** A queue's database, with durable commits on the same disk as the others'. */
export interface QueueServer extends AsyncDisposable {
  /** Such as `MariaDB 10.11.14`. */
  readonly version: string
  /** Ends the database as a power failure would. */
  kill(): Promise<void>
  /** Starts it again with what it had committed. */
  start(): Promise<void>
  /** Makes an empty queue. */
  open(name: string, settings: QueueSettings): Promise<QueueUnderTest>
}

export interface QueueUnderTest extends AsyncDisposable {
  readonly url: string
  /** Adds so many jobs in one transaction. */
  fill(count: number): Promise<void>
  /** Adds one job as an application would, on one of several connections; resolves to its key. */
  add(producer: number): Promise<string>
  /** What the queue itself says of its jobs. */
  count(): Promise<JobCounts>
  /** Holds a transaction open that sees the queue as it is. Absent where the database has no such thing. */
  holdSnapshot?(): Promise<AsyncDisposable>
  /** What the ended jobs have left behind, in words. */
  leftovers(): Promise<string>
  /** What its documentation has an operator do once a worker is dead. */
  releaseDead?(workerNames: readonly string[]): Promise<void>
}

export interface JobCounts {
  /** Neither succeeded nor given up. */
  readonly open: number
  /** Given up. */
  readonly failed: number
}
