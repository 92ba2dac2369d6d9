import { fileURLToPath } from 'node:url'
import Bree from 'bree'
import type { Logger } from 'pino'
import type { TaskStatus } from '../domain/task-states.js'

/** What a job reports to the process that runs it. */
export type JobMessage =
  | {
      readonly kind: 'settled'
      readonly product: string
      readonly outcome: TaskStatus | string
      readonly seconds: number
    }
  | { readonly kind: 'disagreements'; readonly count: number }

/** What the task worker's thread understands. `cancel` is Bree's own word for stopping. */
export const wakeMessage = 'wake'
export const cancelMessage = 'cancel'

const workerJob = 'task-worker'
/** A worker thread that died is started again after this pause. */
const restartMs = 1_000

export interface Scheduler {
  start(): Promise<void>
  /** Tells the task worker that work has arrived. */
  wakeWorker(): void
  /** Stops all jobs; running tasks finish or are handed back. */
  stop(): Promise<void>
}

/**
 * Bree starts the jobs in worker threads and repeats the sweeps. It promises nothing across processes and needs not:
 * what must happen once is decided by the database, so the same jobs may run in any number of processes.
 */
export function createScheduler(options: {
  readonly logger: Logger
  readonly onMessage: (message: JobMessage) => void
}): Scheduler {
  const { logger } = options
  const pathOf = (name: string): string => fileURLToPath(new URL(`./${name}.js`, import.meta.url))
  let stopping = false
  const bree = new Bree({
    root: false,
    logger: {
      info: (text: unknown) => logger.debug(String(text)),
      warn: (text: unknown) => logger.warn(String(text)),
      error: (text: unknown, details: unknown) => logger.error({ details }, String(text)),
    },
    errorHandler: (error, { name }) => logger.error({ job: name, err: error }, 'job failed'),
    workerMessageHandler: ({ message }) => options.onMessage(message as JobMessage),
    jobs: [
      { name: workerJob, path: pathOf(workerJob), timeout: 0 },
      { name: 'expire-uploads', path: pathOf('expire-uploads'), timeout: '20s', interval: '5m' },
      {
        name: 'purge-idempotency-keys',
        path: pathOf('purge-idempotency-keys'),
        timeout: '40s',
        interval: '30m',
      },
      { name: 'reconcile-ledger', path: pathOf('reconcile-ledger'), timeout: '1m', interval: '15m' },
      { name: 'sweep-objects', path: pathOf('sweep-objects'), timeout: '2m', interval: '1h' },
    ],
  })
  bree.on('worker deleted', (name: string) => {
    if (name !== workerJob || stopping) return
    logger.error('the task worker ended; it is started again')
    setTimeout(() => {
      if (!stopping) void bree.run(workerJob)
    }, restartMs)
  })

  return {
    start: () => bree.start(),
    wakeWorker: () => bree.workers.get(workerJob)?.postMessage(wakeMessage),
    async stop() {
      stopping = true
      await bree.stop()
    },
  }
}
