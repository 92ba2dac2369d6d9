import { EventEmitter, once } from 'node:events'
import Bree from 'bree'
import { entryPath } from '../core/package/package-path.ts'
import type { Logger } from '../core/ports/logger.ts'
import { createFailureNews } from './failure-news.ts'
import { type JobMessage, reloadedMessage, reloadMessage, wakeMessage } from './job-message.ts'
import { sweeps } from './sweeps.ts'

const workerJob = 'task-worker'
/** Pause before a crashed worker thread is restarted. */
const restartMs = 1_000
/** How long the task worker may take to reload the providers file. */
const reloadMsMax = 5_000

export interface Scheduler {
  start(): Promise<void>
  /** Tells the task worker that there is new work. */
  wakeWorker(): void
  /** Has the task worker reload the providers file; resolves once it has, or when it can no longer do so. */
  reloadProviders(): Promise<void>
  /** Whether the thread that runs tasks is running; it is not for a second after a crash. */
  isWorkerRunning(): boolean
  /** Stops all jobs; running tasks finish or are returned to the queue. */
  stop(): Promise<void>
}

/**
 * Bree starts the jobs in worker threads and repeats the sweeps. It does not coordinate processes and need
 * not do so: the database decides what must happen once, so the same jobs may run in any number of processes.
 */
export function createScheduler(options: {
  readonly logger: Logger
  readonly onMessage: (message: JobMessage) => void
}): Scheduler {
  const { logger } = options
  const pathOf = (thread: string): string => entryPath('jobs', thread)
  let stopping = false
  const reloaded = new EventEmitter()
  const isNews = createFailureNews()
  const bree = new Bree({
    root: false,
    acceptedExtensions: ['.js', '.ts'],
    logger: {
      info: (text: unknown) => logger.debug(String(text)),
      warn: (text: unknown) => logger.warn(String(text)),
      error: (text: unknown, details: unknown) => logger.error({ details }, String(text)),
    },
    // Bree reports a crash twice, as the error and as the resulting exit, contrary to its types.
    errorHandler(error, { name, ...details }) {
      if (!('err' in details)) options.onMessage({ kind: 'job-failed', job: name })
      else if (isNews(name, String(error))) logger.error({ job: name, err: error }, 'job failed')
    },
    workerMessageHandler({ message }) {
      if (message === reloadedMessage) reloaded.emit('reloaded')
      else options.onMessage(message as JobMessage)
    },
    jobs: [
      { name: workerJob, path: pathOf(workerJob), timeout: 0 },
      ...Object.entries(sweeps).map(([name, { timeout, interval }]) => ({
        name,
        path: pathOf('sweeper'),
        timeout,
        interval,
      })),
    ],
  })
  bree.on('worker deleted', (name: string) => {
    if (name !== workerJob || stopping) return
    logger.error('the task worker exited; restarting it')
    setTimeout(() => {
      if (!stopping) void bree.run(workerJob)
    }, restartMs)
  })

  return {
    start: () => bree.start(),
    wakeWorker: () => bree.workers.get(workerJob)?.postMessage(wakeMessage),
    async reloadProviders() {
      const worker = bree.workers.get(workerJob)
      if (worker === undefined) return
      const reply = once(reloaded, 'reloaded', { signal: AbortSignal.timeout(reloadMsMax) })
      worker.postMessage(reloadMessage)
      await reply.catch(() => undefined)
    },
    isWorkerRunning: () => bree.workers.has(workerJob),
    async stop() {
      stopping = true
      await bree.stop()
    },
  }
}
