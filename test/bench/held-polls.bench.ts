// What polls cost that are held: thousands of clients on one API process, each of which waits for its task
// and polls again when its time is over, while another process changes some of the tasks. Run it with `npm
// run bench -- held-polls`.
import { setTimeout as pause } from 'node:timers/promises'
import type { RowDataPacket } from 'mysql2/promise'
import { type MeasuredProcess, startCommand } from './support/api-process.ts'
import { openBarePool, startBenchMysql } from './support/bench-mysql.ts'
import { type BenchAccount, cancelRequest, createBenchDatabase, own } from './support/bench-service.ts'
import { formatNumber, percentile } from './support/figures.ts'
import { fillQueuedTasks } from './support/fill-tasks.ts'
import { sized } from './support/options.ts'
import { openClient, type RawHttpClient, requestBytes } from './support/raw-http-client.ts'
import { createReport } from './support/report.ts'

const clientCount = sized(5_000, 500)
/** Each holds as many polls as an account may. */
const accountCount = clientCount / 100
const waitSeconds = 30
/** Longer than a wait, so that every client polls again in it. */
const measuredMs = sized(35_000, 3_000)
/** Some are always between two polls. */
const heldShareMin = 0.97
const spreadMs = sized(30_000, 1_000)
const cancelled = sized(200, 20)
const lookPauseMsMax = 600
const residentMbMax = 220
const statementsPerSecondMax = 50

interface WaitingTask {
  readonly account: BenchAccount
  readonly taskId: string
}

const report = createReport('held-polls')
const mysql = await startBenchMysql()
const { url, database, accounts } = await createBenchDatabase(mysql, 'held_polls_bench', accountCount)
const tasks = await fillTasks()
const api = await startCommand('api', { databaseUrl: url })
const other = await startCommand('api', { databaseUrl: url })
const clients: RawHttpClient[] = []

async function fillTasks(): Promise<WaitingTask[]> {
  const pool = openBarePool(url, 1)
  await fillQueuedTasks(pool, {
    count: clientCount,
    accountIds: accounts.map(({ accountId }) => accountId),
  })
  const [rows] = await pool.query<RowDataPacket[]>('select id, account_id from tasks')
  await pool.end()
  const keys = new Map(accounts.map((account) => [account.accountId, account]))
  return rows.flatMap(({ id, account_id }) => {
    const account = keys.get(String(account_id))
    return account === undefined ? [] : [{ account, taskId: String(id) }]
  })
}

/**
 * Polls until the task is cancelled; resolves with the time of that answer. The clients begin at different
 * times, as in life: polls that all end in one moment would share their statements.
 */
async function follow({ account, taskId }: WaitingTask, delayMs: number): Promise<number> {
  await pause(delayMs)
  // Only now: the service closes a connection that stays silent.
  const client = await openClient(api.port)
  clients.push(client)
  const request = requestBytes({
    method: 'GET',
    path: `/api/v1/tasks/${taskId}`,
    headers: { Authorization: `Bearer ${account.apiKey}`, Prefer: `wait=${waitSeconds}` },
  })
  for (;;) {
    const answer = await client.send(request, 200)
    if (answer.includes('"CANCELLED"')) return performance.now()
    if (!answer.includes(`Preference-Applied: wait=${waitSeconds}`)) throw new Error(`not held: ${answer}`)
  }
}

async function untilAllHeld({ port }: MeasuredProcess): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    if (Number(/^mediagen_held_polls (\d+)$/m.exec(metrics)?.[1]) > heldShareMin * clientCount) return
    await pause(100)
  }
}

async function measureIdle(): Promise<void> {
  const statements = async (): Promise<number> => (await mysql.counters()).get('Com_select') ?? Number.NaN
  const [before, startedAt, startedSeconds] = [await statements(), performance.now(), api.cpuSeconds()]
  await pause(measuredMs)
  const seconds = (performance.now() - startedAt) / 1000
  const perSecond = ((await statements()) - before) / seconds
  const residentMb = api.residentMb()
  report.add({
    what: `${formatNumber(clientCount)} held polls on one API process, each asked for again after ${waitSeconds} s`,
    measured: `${formatNumber(residentMb)} MB resident, ${formatNumber((100 * (api.cpuSeconds() - startedSeconds)) / seconds)} % of a processor`,
    promised: { text: `under ${residentMbMax} MB`, isMet: residentMb < residentMbMax },
  })
  report.add({
    what: 'statements for all of them, API keys included',
    measured: `${formatNumber(perSecond)} a second`,
    promised: {
      text: `under ${statementsPerSecondMax} a second`,
      isMet: perSecond < statementsPerSecondMax,
    },
  })
}

/** Cancels some of the tasks through the other process, one after the other. */
async function measureNews(answered: readonly Promise<number>[]): Promise<void> {
  const client = await openClient(other.port)
  const delays: number[] = []
  for (let index = 0; index < cancelled; index += 1) {
    const { account, taskId } = own(tasks, index)
    // Or each would come just after the look that has shown the one before.
    await pause(Math.random() * lookPauseMsMax)
    await client.send(cancelRequest(account, taskId), 200)
    const cancelledAt = performance.now()
    delays.push(Math.max(0, (await own(answered, index)) - cancelledAt))
  }
  client.close()
  report.add({
    what: 'from a cancellation by another process to the answer of the poll that is held for it',
    measured: `p50 ${formatNumber(percentile(delays, 0.5))} ms, p99 ${formatNumber(percentile(delays, 0.99))} ms of ${cancelled}`,
  })
}

try {
  const answered = tasks.map((task, index) => follow(task, (index / clientCount) * spreadMs))
  // Those that are never cancelled end with their connections.
  for (const end of answered) end.catch(() => undefined)
  // A poll that fails would be waited for without end.
  await Promise.race([untilAllHeld(api), Promise.all(answered)])
  await measureIdle()
  await measureNews(answered)
  report.write([mysql.version])
} finally {
  for (const client of clients) client.close()
  await api.stop()
  await other.stop()
  await database.close()
  await mysql.stop()
}
