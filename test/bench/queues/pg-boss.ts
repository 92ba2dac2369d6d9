import { randomUUID } from 'node:crypto'
import { importRival } from '../rivals/import-rival.ts'
import { startPostgresServer } from './postgres-server.ts'
import type { QueueModule, QueueSettings } from './queue-under-test.ts'

const queue = 'jobs'
/** The shortest heartbeat that it takes; looks for missing ones are due once a minute by default. */
const quickRecovery = {
  queue: { heartbeatSeconds: 10 },
  instance: { superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 },
}
/** Fetches a batch after a full one without a pause. */
const drainBatch = 500

interface Job {
  readonly data: { readonly key: string }
}
interface PgBoss {
  on(event: 'error', listener: (error: unknown) => void): void
  start(): Promise<unknown>
  stop(options: { graceful: boolean }): Promise<void>
  createQueue(name: string, options: object): Promise<void>
  send(name: string, data: object): Promise<string | null>
  insert(name: string, jobs: readonly object[]): Promise<unknown>
  work(name: string, options: object, handler: (jobs: readonly Job[]) => Promise<void>): Promise<string>
}

async function openBoss(url: string, settings: QueueSettings, more: object = {}): Promise<PgBoss> {
  const { PgBoss } = await importRival<{ PgBoss: new (options: object) => PgBoss }>('pg-boss')
  const boss = new PgBoss({
    connectionString: url,
    // New jobs wake a worker; without it one asks every half a second at most.
    useListenNotify: true,
    ...(settings.recovery === 'quickest' && quickRecovery.instance),
    ...more,
  })
  boss.on('error', () => undefined) // without a listener it ends the process
  await boss.start()
  return boss
}

/** By default a job that is lost with its worker comes back after 15 minutes. */
export const { startServer, startWorker }: QueueModule = {
  startServer: () =>
    startPostgresServer(async (postgres, url, settings) => {
      const boss = await openBoss(url, settings, { supervise: false, schedule: false })
      await boss.createQueue(queue, {
        notify: true,
        ...(settings.recovery === 'quickest' && quickRecovery.queue),
      })
      return {
        url,
        async fill(count) {
          await boss.insert(
            queue,
            Array.from({ length: count }, () => ({ data: { key: randomUUID() } })),
          )
        },
        async add() {
          const key = randomUUID()
          await boss.send(queue, { key })
          return key
        },
        async count() {
          const [open, failed] = await postgres.query(
            url,
            `select count(*) filter (where state not in ('completed', 'failed', 'cancelled')),
                    count(*) filter (where state = 'failed') from pgboss.job`,
          )
          return { open: Number(open), failed: Number(failed) }
        },
        holdSnapshot: () => postgres.holdSnapshot(url),
        leftovers: () => postgres.countRows(url),
        async [Symbol.asyncDispose]() {
          await boss.stop({ graceful: false })
        },
      }
    }),
  async startWorker({ url, work, slots, run, ...settings }) {
    const boss = await openBoss(url, { work, ...settings })
    const batchSize = work === 'drain' ? drainBatch : slots
    await boss.work(
      queue,
      { batchSize, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
      async (jobs) => {
        await Promise.all(jobs.map(({ data }) => run(data.key)))
      },
    )
  },
}
