// How soon a waiting task is picked up by a worker that has nothing to do, by the database's clock, and what
// such a worker asks of the database. Run it with `npm run bench -- pick-up`.
import { setTimeout as pause } from 'node:timers/promises'
import type { RowDataPacket } from 'mysql2/promise'
import { createBenchDatabase, submit } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatDelays, formatNumber, percentile } from './support/figures.ts'
import { pick } from './support/load.ts'
import { type Role, startCommand, startNoEngineService, startRoles } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { openClient } from './support/raw-http-client.ts'
import { atMost, createReport, under } from './support/report.ts'

const tasks = sized(400, 20)
/** Longer than a worker's pause between two looks, so that acceptances meet it at every moment. */
const pauseMsMax = 200
const idleMs = sized(20_000, 3_000)
const idleQueriesMax = 10

const report = createReport('pick-up')
await using mysql = await startBenchMysql()

async function measurePickUp(where: string, roles: readonly Role[], promisedMs: number): Promise<void> {
  await using database = await createBenchDatabase(mysql, `pick_up_${roles.length}`)
  const { url, accounts, bare } = database
  await using service = await startRoles(roles, (role) => startNoEngineService(role, { databaseUrl: url }))
  const ids: string[] = []
  const client = await openClient(service.port)
  for (let turn = 0; turn < tasks; turn += 1) {
    await pause(Math.random() * pauseMsMax)
    ids.push(await submit(client, pick(accounts, 0, turn)))
  }
  client.close()
  const waiting = 'select id, account_id from tasks where started_at is null limit 1'
  while ((await database.findTasks(waiting)).length > 0) await pause(50)
  const [rows] = await bare.query<RowDataPacket[]>(
    'select started_at - created_at as waited from tasks where id in (?)',
    [ids],
  )
  const waits = rows.map((row) => Number(row.waited))
  const p99 = percentile(waits, 0.99)
  report.add({
    what: `pick-up by a worker in ${where}`,
    measured: `${formatDelays(percentile(waits, 0.5), p99)} of ${waits.length}`,
    promised: under(p99, promisedMs, ' ms', 'p99'),
  })
}

/** The whole `mediagen-server worker`, with its jobs, by the server's own count of what it is asked. */
async function measureIdleWorker(): Promise<void> {
  await using database = await createBenchDatabase(mysql, 'pick_up_idle')
  await using _worker = await startCommand('worker', { databaseUrl: database.url })
  await pause(2_000) // its first looks at everything
  const before = await mysql.counter('Questions')
  const startedAt = performance.now()
  await pause(idleMs)
  // The count itself is a question too.
  const questions = (await mysql.counter('Questions')) - before - 1
  const perSecond = questions / ((performance.now() - startedAt) / 1000)
  report.add({
    what: 'what an idle worker asks of the database',
    measured: `${formatNumber(perSecond)} statements a second`,
    promised: atMost(perSecond, idleQueriesMax),
  })
}

await measurePickUp('the same process', ['serve'], 50)
await measurePickUp('another process', ['api', 'worker'], 300)
await measureIdleWorker()
report.write([mysql.version])
