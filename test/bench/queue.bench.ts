// Whether the queue stays quick when something is in its way: idle workers beside inserts, everything at
// once, and a snapshot that keeps the database from forgetting deleted rows. Run it with `npm run bench --
// queue`.

import { createConnection } from 'mysql2/promise'
import { findDisagreements } from '../../server/src/database/reconcile-ledger.ts'
import { startNoEngineService } from './support/api-process.ts'
import { openBarePool, startBenchMysql } from './support/bench-mysql.ts'
import {
  type BenchDatabase,
  cancelRequest,
  createBenchDatabase,
  generationRequest,
  own,
  pick,
  taskIdOf,
} from './support/bench-service.ts'
import { startServiceWorker } from './support/drain-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { fillQueuedTasks } from './support/fill-tasks.ts'
import { inTurns, type Round, ratioOf, runLoad } from './support/load.ts'
import { sized } from './support/options.ts'
import { openClients } from './support/raw-http-client.ts'
import { createReport } from './support/report.ts'
import { openServiceDatabase } from './support/service-database.ts'

const idleWorkers = 8
const clientCount = 16
const operationsMin = sized(100_000, 5_000)
const snapshotMs = sized(60_000, 5_000)
const drainedTasks = sized(10_000, 2_000)

const report = createReport('queue')
const mysql = await startBenchMysql()

async function insertBesideIdleWorkers({ url, accounts }: BenchDatabase): Promise<void> {
  const api = await startNoEngineService('api', { databaseUrl: url })
  const accept = async (): Promise<Round> => {
    const clients = await openClients(api.port, clientCount)
    const round = await runLoad({
      clients: clientCount,
      durationMs: sized(3_000, 500),
      work: (client, turn) => own(clients, client).send(generationRequest(pick(accounts, client, turn)), 200),
    })
    for (const client of clients) client.close()
    return round
  }
  const { alone, beside } = await inTurns(sized(5, 1), {
    alone: accept,
    async beside() {
      const databases = Array.from({ length: idleWorkers }, () => openServiceDatabase({ url, poolSize: 2 }))
      const workers = databases.map((database) => startServiceWorker(database, 0))
      const round = await accept()
      await Promise.all(workers.map((worker) => worker.stop()))
      await Promise.all(databases.map((database) => database.close()))
      return round
    },
  })
  await api.stop()
  const ratio = ratioOf(beside, alone)
  report.add({
    what: `acceptances beside ${idleWorkers} idle workers`,
    measured: `${ratio.toFixed(2)} of their rate alone (${formatNumber(median(alone.map((round) => round.perSecond)))}/s)`,
    promised: { text: 'at least 0.8', isMet: ratio >= 0.8 },
  })
}

/** Accepts and cancels over HTTP while two workers claim and settle, as four processes would. */
async function everythingAtOnce({ url, database, accounts }: BenchDatabase): Promise<void> {
  const before = await mysql.counters()
  const api = await startNoEngineService('api', { databaseUrl: url })
  const clients = await openClients(api.port, clientCount)
  const databases = [openServiceDatabase({ url }), openServiceDatabase({ url })]
  const workers = databases.map((one) => startServiceWorker(one))
  let operations = 0
  await Promise.all(
    clients.map(async (client, index) => {
      for (let turn = 0; operations < operationsMin; turn += 1) {
        const account = pick(accounts, index, turn)
        const id = taskIdOf(await client.send(generationRequest(account), 200))
        operations += 3 // its acceptance, and its claim and settlement or its cancellation
        if (turn % 4 === 0) await client.send(cancelRequest(account, id), [200, 409])
      }
    }),
  )
  const isWaiting = async (): Promise<boolean> =>
    (await database.read((db) => db.selectFrom('task_queue').select('task_id').limit(1).execute())).length > 0
  while (await isWaiting()) await new Promise((resolve) => setTimeout(resolve, 100))
  await Promise.all(workers.map((worker) => worker.stop()))
  await Promise.all(databases.map((one) => one.close()))
  for (const client of clients) client.close()
  await api.stop()
  const deadlocks =
    ((await mysql.counters()).get('Innodb_deadlocks') ?? Number.NaN) - (before.get('Innodb_deadlocks') ?? 0)
  report.add({
    what: `deadlocks in ${formatNumber(operations)} acceptances, cancellations, claims and settlements at once`,
    measured: String(deadlocks),
    promised: { text: 'none', isMet: deadlocks === 0 },
  })
  const disagreements = await findDisagreements(database)
  report.add({
    what: 'disagreements in the books afterwards',
    measured: String(disagreements.length),
    promised: { text: 'none', isMet: disagreements.length === 0 },
  })
}

async function besideSnapshot({ url, database, accounts }: BenchDatabase): Promise<void> {
  const pool = openBarePool(url, 1)
  const worker = startServiceWorker(database)
  const drain = async (): Promise<number> => {
    // The worker runs on, so it must be waited for before the tasks come, all at one moment.
    const drained = worker.drain(drainedTasks)
    await fillQueuedTasks(pool, {
      count: drainedTasks,
      accountIds: accounts.map(({ accountId }) => accountId),
    })
    const filledAt = performance.now()
    await drained
    return drainedTasks / ((performance.now() - filledAt) / 1000)
  }
  await drain()
  const before = median([await drain(), await drain(), await drain()])
  const snapshot = await createConnection(url)
  await snapshot.query('start transaction with consistent snapshot')
  await snapshot.query('select count(*) from task_queue')
  const rates: number[] = []
  const startedAt = performance.now()
  while (performance.now() - startedAt < snapshotMs) rates.push(await drain())
  await snapshot.query('rollback')
  await snapshot.end()
  await worker.stop()
  await pool.end()
  const last = median(rates.slice(-3))
  report.add({
    what: `claims and settlements with a snapshot held for ${formatNumber(snapshotMs / 1000)} s`,
    measured: `${(before / last).toFixed(2)} times the cost without (${formatNumber(last)}/s in the end, ${formatNumber(before)}/s without, ${formatNumber(rates.length * drainedTasks)} tasks meanwhile)`,
    promised: { text: 'at most 2 times', isMet: before / last <= 2 },
  })
}

try {
  for (const [name, measure] of Object.entries({
    insertBesideIdleWorkers,
    everythingAtOnce,
    besideSnapshot,
  })) {
    const made = await createBenchDatabase(mysql, name.toLowerCase())
    await measure(made)
    await made.database.close()
  }
  report.write([mysql.version])
} finally {
  await mysql.stop()
}
