import { importRival } from '../rivals/import-rival.ts'
import { startBenchRedis } from '../support/bench-redis.ts'
import type { QueueModule } from './queue-under-test.ts'

/** The worker's lock, and the pause between two looks for those that have expired, are 30 s each by default. */
const quickRecovery = { lockDuration: 5_000, stalledInterval: 5_000 }
/** Its documentation: 100 to 300 for jobs that mostly wait. */
const drainConcurrency = 100

interface Job {
  readonly data: { readonly key: string }
}
interface Emitter {
  on(event: 'error', listener: (error: Error) => void): void
  close(): Promise<void>
}
interface Queue extends Emitter {
  add(name: string, data: object): Promise<unknown>
  addBulk(jobs: readonly object[]): Promise<unknown>
  getJobCounts(...states: string[]): Promise<Record<string, number>>
}
interface Bullmq {
  readonly Queue: new (name: string, options: object) => Queue
  readonly Worker: new (
    name: string,
    processor: (job: Job) => Promise<void>,
    options: object,
  ) => Emitter & { waitUntilReady(): Promise<unknown> }
}

/** The URL's path is the name of the queue. */
function placeOf(url: string): { name: string; connection: object } {
  const { hostname: host, port, pathname } = new URL(url)
  return { name: pathname.slice(1), connection: { host, port: Number(port), maxRetriesPerRequest: null } }
}

export const { startServer, startWorker }: QueueModule = {
  async startServer() {
    const redis = await startBenchRedis()
    const { Queue } = await importRival<Bullmq>('bullmq')
    return {
      ...redis,
      async open(name) {
        await redis.flush()
        const url = `${redis.url}/${name}`
        const { connection } = placeOf(url)
        // Its documentation recommends that ended jobs are removed.
        const queue = new Queue(name, { connection, defaultJobOptions: { removeOnComplete: true } })
        queue.on('error', () => undefined) // without a listener it ends the process
        let added = 0
        const next = (): { key: string } => {
          added += 1
          return { key: String(added) }
        }
        return {
          url,
          async fill(count) {
            await queue.addBulk(Array.from({ length: count }, () => ({ name: 'job', data: next() })))
          },
          async add() {
            const data = next()
            await queue.add('job', data)
            return data.key
          },
          async count() {
            const counts = await queue.getJobCounts(
              'wait',
              'active',
              'delayed',
              'prioritized',
              'paused',
              'failed',
            )
            const { failed = 0, ...open } = counts
            return { open: Object.values(open).reduce((sum, count) => sum + count, 0), failed }
          },
          leftovers: async () => `${await redis.countKeys()} keys`,
          [Symbol.asyncDispose]: () => queue.close(),
        }
      },
    }
  },
  async startWorker({ url, work, recovery, slots, run }) {
    const { Worker } = await importRival<Bullmq>('bullmq')
    const { name, connection } = placeOf(url)
    const worker = new Worker(name, ({ data }) => run(data.key), {
      connection,
      concurrency: work === 'drain' ? drainConcurrency : slots,
      ...(recovery === 'quickest' && quickRecovery),
    })
    worker.on('error', () => undefined)
    await worker.waitUntilReady()
  },
}
