// What polls cost that are held: thousands of clients on one API process, each of which waits for its task
// and polls again when its time is over, while another process changes some of the tasks. Run it with `npm
// run bench -- held-polls`, with `--clients 10000` for more of them than the promises are about.
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchTask, cancelRequest, createBenchDatabase, pollRequest } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatDelays, formatNumber, percentile } from './support/figures.ts'
import { fillQueuedTasks } from './support/fill-tasks.ts'
import { own } from './support/load.ts'
import { type MeasuredProcess, startCommand } from './support/measured-process.ts'
import { givenSize, sized } from './support/options.ts'
import { openClient } from './support/raw-http-client.ts'
import { createReport, under } from './support/report.ts'

const promisedClients = 5_000
const clientCount = givenSize('clients') ?? sized(promisedClients, 500)
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
const residentMbMax = 350
const statementsPerSecondMax = 50

const report = createReport('held-polls')
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'held_polls_bench', accountCount)
await fillQueuedTasks(database.bare, { count: clientCount, accountIds: database.accountIds })
const tasks = await database.findTasks()
await using api = await startCommand('api', { databaseUrl: database.url })
await using other = await startCommand('api', { databaseUrl: database.url })
using clients = new DisposableStack()

/**
 * Polls until the task is cancelled; resolves with the time of that response. The clients begin at different
 * times, as in life: polls that all end in one moment would share their statements.
 */
async function follow(task: BenchTask, delayMs: number): Promise<number> {
  await pause(delayMs)
  // Only now: the service closes a connection that stays silent.
  const client = clients.adopt(await openClient(api.port), (opened) => opened.close())
  const request = pollRequest(task, waitSeconds)
  for (;;) {
    const response = await client.send(request, 200)
    if (response.includes('"CANCELLED"')) return performance.now()
    if (!response.includes(`Preference-Applied: wait=${waitSeconds}`))
      throw new Error(`not held: ${response}`)
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
  const before = await mysql.counter('Com_select')
  const [startedAt, startedSeconds] = [performance.now(), api.cpuSeconds()]
  await pause(measuredMs)
  const seconds = (performance.now() - startedAt) / 1000
  const perSecond = ((await mysql.counter('Com_select')) - before) / seconds
  const residentMb = api.residentMb()
  report.add({
    what: `${formatNumber(clientCount)} held polls on one API process, each asked for again after ${waitSeconds} s`,
    measured: `${formatNumber(residentMb)} MB resident, ${formatNumber((100 * (api.cpuSeconds() - startedSeconds)) / seconds)} % of a processor`,
    promised: clientCount > promisedClients ? undefined : under(residentMb, residentMbMax, ' MB'),
  })
  report.add({
    what: 'statements for all of them, API keys included',
    measured: `${formatNumber(perSecond)} a second`,
    promised:
      clientCount > promisedClients ? undefined : under(perSecond, statementsPerSecondMax, ' a second'),
  })
}

/** Cancels some of the tasks through the other process, one after the other. */
async function measureNews(responses: readonly Promise<number>[]): Promise<void> {
  const client = await openClient(other.port)
  const delays: number[] = []
  for (let index = 0; index < cancelled; index += 1) {
    // Or each would come just after the look that has shown the one before.
    await pause(Math.random() * lookPauseMsMax)
    await client.send(cancelRequest(own(tasks, index)), 200)
    const cancelledAt = performance.now()
    delays.push(Math.max(0, (await own(responses, index)) - cancelledAt))
  }
  client.close()
  report.add({
    what: 'from a cancellation by another process to the response of the poll that is held for it',
    measured: `${formatDelays(percentile(delays, 0.5), percentile(delays, 0.99))} of ${cancelled}`,
  })
}

const responses = tasks.map((task, index) => follow(task, (index / clientCount) * spreadMs))
// Those that are never cancelled end with their connections.
for (const end of responses) end.catch(() => undefined)
// A poll that fails would be waited for without end.
await Promise.race([untilAllHeld(api), Promise.all(responses)])
await measureIdle()
await measureNews(responses)
report.write([mysql.version])
