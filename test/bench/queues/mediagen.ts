import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { readConfig } from '../../../server/src/config/config.ts'
import { productNames } from '../../../server/src/core/domain/generation/products.ts'
import type { Task } from '../../../server/src/core/domain/task.ts'
import { type Parts, wireParts, wireWorker } from '../../../server/src/wiring/wire.ts'
import { defaultLoopSettings, defaultRunSettings } from '../../../server/src/worker/default-settings.ts'
import { recoverLeases } from '../../../server/src/worker/recover-leases.ts'
import { createSettleWriter } from '../../../server/src/worker/settle-writer.ts'
import { createWorkerLoop } from '../../../server/src/worker/worker-loop.ts'
import { startOwnMysql } from '../../support/mysql.ts'
import { createBenchDatabase, submit } from '../support/bench-database.ts'
import { formatNumber } from '../support/figures.ts'
import { fillQueuedTasks } from '../support/fill-tasks.ts'
import { own, pick } from '../support/load.ts'
import { startNoEngineService } from '../support/measured-process.ts'
import { openClients, type RawHttpClient } from '../support/raw-http-client.ts'
import type { QueueModule, QueueUnderTest, WorkerOptions } from './queue-under-test.ts'

/** As many as the threads that add jobs one by one. */
const producers = 8
/** As an operator may set it; a slot without an engine costs nothing. */
const drainSlots = 256
const image = { contentType: 'image/png', bytes: new Uint8Array(1_000) }

/** The lease of a worker is 30 s, and no setting changes it. */
export const { startServer, startWorker }: QueueModule = {
  async startServer() {
    const mysql = await startOwnMysql({ onDisk: true })
    const admin = async (sql: string): Promise<RowDataPacket[]> => {
      const connection = await createConnection(mysql.url)
      const [rows] = await connection.query<RowDataPacket[]>(sql).finally(() => connection.end())
      return rows
    }
    const version = String((await admin('select version() as version'))[0]?.version)
    return {
      version: version.includes('MariaDB') ? `MariaDB ${version.split('-')[0]}` : `MySQL ${version}`,
      kill: mysql.kill,
      start: mysql.start,
      [Symbol.asyncDispose]: mysql.stop,
      open: (name) =>
        openQueue(name, {
          async createDatabase(database) {
            await admin(`create database ${database}`)
            const url = new URL(mysql.url)
            url.pathname = `/${database}`
            return url.href
          },
        }),
    }
  },
  async startWorker(options) {
    const { folder } = options
    const parts = await wireParts(readConfig(environmentOf(options), folder), {
      purpose: 'work',
      ...engineOf(options),
    })
    const loop =
      options.work === 'steady'
        ? wireWorker(parts, { onSettled: () => undefined })
        : loopWithoutEngine(parts, options)
    void loop.run()
  },
}

function environmentOf({ url, slots, folder }: WorkerOptions): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATA_DIR: folder,
    SIGNING_SECRET: 'a secret of the benchmark, long enough for the rule',
    LOG_LEVEL: 'silent',
    WORKER_CONCURRENCY: String(slots),
  }
}

/** An engine whose work is the job; its image goes to the data folder as any result does. */
function engineOf({
  run,
}: WorkerOptions): Pick<NonNullable<Parameters<typeof wireParts>[1]>, 'providers' | 'routes'> {
  return {
    providers: [
      {
        name: 'job',
        submission: 'idempotent',
        results: 'exact',
        serves: () => true,
        async start({ taskId }) {
          await run(taskId)
          return { kind: 'succeeded', outputs: [image] }
        },
        poll: async () => ({ kind: 'lost' }),
      },
    ],
    routes: productNames.map((product) => ({ product, providers: ['job'] })),
  }
}

/** The worker's claims, settlements and leases; the engine and its file are left out, as a job that does nothing. */
function loopWithoutEngine(parts: Parts, { run }: WorkerOptions) {
  const { database, logger } = parts
  const settleWriter = createSettleWriter(database)
  return createWorkerLoop({
    database,
    worker: `bench:${process.pid}`,
    async runTask(task: Task) {
      await run(task.id)
      const output = [{ key: `results/${task.id}/1/0.png`, contentType: 'image/png', sizeBytes: 1_000 }]
      await settleWriter.write({ task, move: 'succeed', output })
    },
    recoverLeases: () =>
      recoverLeases({ database, logger, onSettled: () => undefined, settings: defaultRunSettings }),
    capacityAtEngines: async () => new Map(),
    logger,
    settings: { ...defaultLoopSettings, concurrency: drainSlots, productConcurrency: {}, drainMs: 0 },
  })
}

async function openQueue(
  name: string,
  mysql: Parameters<typeof createBenchDatabase>[0],
): Promise<QueueUnderTest> {
  await using opened = new AsyncDisposableStack()
  const made = opened.use(await createBenchDatabase(mysql, name))
  const stack = opened.move()
  let turn = 0
  // Only when it is needed: the service closes a connection that stays silent.
  let opening: Promise<RawHttpClient[]> | undefined
  const openApi = async (): Promise<RawHttpClient[]> => {
    const api = stack.use(await startNoEngineService('api', { databaseUrl: made.url }))
    const clients = await openClients(api.port, producers)
    stack.defer(() => {
      for (const client of clients) client.close()
    })
    return clients
  }
  return {
    url: made.url,
    fill: (count) => fillQueuedTasks(made.bare, { count, accountIds: made.accountIds }),
    async add(producer) {
      opening ??= openApi()
      turn += 1
      return submit(own(await opening, producer), pick(made.accounts, producer, turn))
    },
    async count() {
      const [rows] = await made.bare.query<RowDataPacket[]>(
        `select count(*) as open, (select count(*) from tasks where status in ('FAILED', 'CANCELLED')) as failed
         from tasks where status in ('QUEUED', 'PROCESSING')`,
      )
      return { open: Number(rows[0]?.open), failed: Number(rows[0]?.failed) }
    },
    async holdSnapshot() {
      const snapshot = await createConnection(made.url)
      await snapshot.query('start transaction with consistent snapshot')
      await snapshot.query('select count(*) from task_queue')
      return { [Symbol.asyncDispose]: () => snapshot.end() }
    },
    async leftovers() {
      const [rows] = await made.bare.query<RowDataPacket[]>(
        "show global status like 'Innodb_history_list_length'",
      )
      const [[queue]] = await made.bare.query<RowDataPacket[]>('select count(*) as count from task_queue')
      return `${formatNumber(Number(rows[0]?.Value))} transactions unpurged, ${Number(queue?.count)} queue rows`
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
