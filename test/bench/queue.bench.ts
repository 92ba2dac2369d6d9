// Whether the queue stays quick when something is in its way: idle workers beside inserts, everything at
// once, and a snapshot that keeps the database from forgetting deleted rows. Run it with `npm run bench --
// queue`.

import { setTimeout as pause } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { openDatabase } from '../../server/src/database/database.ts'
import { findDisagreements } from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import {
  type BenchDatabase,
  cancelRequest,
  createBenchDatabase,
  generationRequest,
  submit,
} from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { startServiceWorker } from './support/drain-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { fillQueuedTasks } from './support/fill-tasks.ts'
import { inTurns, pick, type Round, ratioOf, runHttpLoad } from './support/load.ts'
import { startNoEngineService } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { openClients } from './support/raw-http-client.ts'
import { atLeast, atMost, createReport, noneOf } from './support/report.ts'

const idleWorkers = 8
const clientCount = 16
const operationsMin = sized(100_000, 5_000)
const snapshotMs = sized(60_000, 5_000)
const drainedTasks = sized(10_000, 2_000)

const report = createReport('queue')
await using mysql = await startBenchMysql()

/** A worker with a database of its own, as in a process of its own. */
function openWorker(url: string, options: { concurrency?: number; poolSize?: number } = {}): AsyncDisposable {
  const { concurrency, ...pool } = options
  const database = openDatabase({ url, ...pool })
  const worker = startServiceWorker(database, concurrency)
  return {
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]()
      await database.close()
    },
  }
}

async function insertBesideIdleWorkers({ url, accounts }: BenchDatabase): Promise<void> {
  await using api = await startNoEngineService('api', { databaseUrl: url })
  const accept = (): Promise<Round> =>
    runHttpLoad(api.port, {
      clients: clientCount,
      durationMs: sized(3_000, 500),
      request: (client, turn) => generationRequest(pick(accounts, client, turn)),
    })
  const { alone, beside } = await inTurns(sized(5, 1), {
    alone: accept,
    async beside() {
      await using workers = new AsyncDisposableStack()
      for (let index = 0; index < idleWorkers; index += 1)
        workers.use(openWorker(url, { concurrency: 0, poolSize: 2 }))
      return await accept()
    },
  })
  const ratio = ratioOf(beside, alone)
  report.add({
    what: `acceptances beside ${idleWorkers} idle workers`,
    measured: `${ratio.toFixed(2)} of their rate alone (${formatNumber(median(alone.map((round) => round.perSecond)))}/s)`,
    promised: atLeast(ratio, 0.8),
  })
}

/** Accepts and cancels over HTTP while two workers claim and settle, as four processes would. */
async function everythingAtOnce(made: BenchDatabase): Promise<void> {
  const before = await mysql.counter('Innodb_deadlocks')
  const operations = await acceptAndCancel(made)
  const deadlocks = (await mysql.counter('Innodb_deadlocks')) - before
  report.add(
    noneOf(
      `deadlocks in ${formatNumber(operations)} acceptances, cancellations, claims and settlements at once`,
      deadlocks,
    ),
  )
  const disagreements = await findDisagreements(made.database)
  report.add(noneOf('disagreements in the books afterwards', disagreements.length))
}

/** Ends when the queue is empty; returns how many operations that was. */
async function acceptAndCancel({ url, database, accounts }: BenchDatabase): Promise<number> {
  await using api = await startNoEngineService('api', { databaseUrl: url })
  await using _workers = openWorker(url)
  await using _others = openWorker(url)
  const clients = await openClients(api.port, clientCount)
  let operations = 0
  await Promise.all(
    clients.map(async (client, index) => {
      for (let turn = 0; operations < operationsMin; turn += 1) {
        const account = pick(accounts, index, turn)
        const taskId = await submit(client, account)
        operations += 3 // its acceptance, and its claim and settlement or its cancellation
        if (turn % 4 === 0) await client.send(cancelRequest({ account, taskId }), [200, 409])
      }
    }),
  )
  for (const client of clients) client.close()
  const isWaiting = async (): Promise<boolean> =>
    (await database.read((db) => db.selectFrom('task_queue').select('task_id').limit(1).execute())).length > 0
  while (await isWaiting()) await pause(100)
  return operations
}

async function besideSnapshot(made: BenchDatabase): Promise<void> {
  await using worker = startServiceWorker(made.database)
  const drain = async (): Promise<number> => {
    // The worker runs on, so it must be waited for before the tasks come, all at one moment.
    const drained = worker.drain(drainedTasks)
    await fillQueuedTasks(made.bare, { count: drainedTasks, accountIds: made.accountIds })
    const filledAt = performance.now()
    await drained
    return drainedTasks / ((performance.now() - filledAt) / 1000)
  }
  await drain()
  const before = median([await drain(), await drain(), await drain()])
  const snapshot = await createConnection(made.url)
  await snapshot.query('start transaction with consistent snapshot')
  await snapshot.query('select count(*) from task_queue')
  const rates: number[] = []
  const startedAt = performance.now()
  while (performance.now() - startedAt < snapshotMs) rates.push(await drain())
  await snapshot.query('rollback')
  await snapshot.end()
  const last = median(rates.slice(-3))
  report.add({
    what: `claims and settlements with a snapshot held for ${formatNumber(snapshotMs / 1000)} s`,
    measured: `${(before / last).toFixed(2)} times the cost without (${formatNumber(last)}/s in the end, ${formatNumber(before)}/s without, ${formatNumber(rates.length * drainedTasks)} tasks meanwhile)`,
    promised: atMost(before / last, 2, ' times'),
  })
}

for (const measure of [insertBesideIdleWorkers, everythingAtOnce, besideSnapshot]) {
  await using made = await createBenchDatabase(mysql, measure.name.toLowerCase())
  await measure(made)
}
report.write([mysql.version])
