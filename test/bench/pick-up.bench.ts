// How soon a waiting task is picked up by a worker that has nothing to do, by the database's clock, and what
// such a worker asks of the database. Run it with `npm run bench -- pick-up`.
import type { RowDataPacket } from 'mysql2/promise'
import { type MeasuredProcess, startCommand, startNoEngineService } from './support/api-process.ts'
import { openBarePool, startBenchMysql } from './support/bench-mysql.ts'
import { createBenchDatabase, generationRequest, pick, taskIdOf } from './support/bench-service.ts'
import { formatNumber, percentile } from './support/figures.ts'
import { sized } from './support/options.ts'
import { openClient } from './support/raw-http-client.ts'
import { createReport } from './support/report.ts'

const tasks = sized(400, 20)
/** Longer than a worker's pause between two looks, so that acceptances meet it at every moment. */
const pauseMsMax = 200
const idleMs = sized(20_000, 3_000)
const idleQueriesMax = 10

const report = createReport('pick-up')
const mysql = await startBenchMysql()

async function measurePickUp(
  where: string,
  roles: readonly ('serve' | 'api' | 'worker')[],
  promisedMs: number,
): Promise<void> {
  const { url, database, accounts } = await createBenchDatabase(mysql, `pick_up_${roles.length}`)
  const processes: MeasuredProcess[] = []
  for (const role of roles) processes.push(await startNoEngineService(role, { databaseUrl: url }))
  const pool = openBarePool(url, 1)
  const port = processes[0]?.port ?? 0
  const ids: string[] = []
  const client = await openClient(port)
  for (let turn = 0; turn < tasks; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMsMax))
    ids.push(taskIdOf(await client.send(generationRequest(pick(accounts, 0, turn)), 200)))
  }
  client.close()
  const waiting = async (): Promise<number> => {
    const [rows] = await pool.query<RowDataPacket[]>(
      'select count(*) as waiting from tasks where started_at is null',
    )
    return Number(rows[0]?.waiting)
  }
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const [rows] = await pool.query<RowDataPacket[]>(
    'select started_at - created_at as waited from tasks where id in (?)',
    [ids],
  )
  const waits = rows.map((row) => Number(row.waited))
  const p99 = percentile(waits, 0.99)
  report.add({
    what: `pick-up by a worker in ${where}`,
    measured: `p50 ${formatNumber(percentile(waits, 0.5))} ms, p99 ${formatNumber(p99)} ms of ${waits.length}`,
    promised: { text: `p99 under ${promisedMs} ms`, isMet: p99 < promisedMs },
  })
  await pool.end()
  for (const running of processes) await running.stop()
  await database.close()
}

/** The whole `mediagen worker`, with its jobs, by the server's own count of what it is asked. */
async function measureIdleWorker(): Promise<void> {
  const { url, database } = await createBenchDatabase(mysql, 'pick_up_idle')
  await database.close()
  const worker = await startCommand('worker', { databaseUrl: url })
  await new Promise((resolve) => setTimeout(resolve, 2_000)) // its first looks at everything
  const questions = async (): Promise<number> => (await mysql.counters()).get('Questions') ?? Number.NaN
  const before = await questions()
  const startedAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  // The count itself is a question too.
  const perSecond = ((await questions()) - before - 1) / ((performance.now() - startedAt) / 1000)
  report.add({
    what: 'what an idle worker asks of the database',
    measured: `${formatNumber(perSecond)} statements a second`,
    promised: { text: `at most ${idleQueriesMax}`, isMet: perSecond <= idleQueriesMax },
  })
  await worker.stop()
}

try {
  await measurePickUp('the same process', ['serve'], 50)
  await measurePickUp('another process', ['api', 'worker'], 300)
  await measureIdleWorker()
  report.write([mysql.version])
} finally {
  await mysql.stop()
}
