// What it costs to wait for 1,000 tasks of 5 to 60 s with one client of the SDK: its waits share requests,
// against a held poll for each, while another process cancels every task at its time. Run it with `npm run
// bench -- shared-waits`.
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Mediagen, TaskCancelledError } from '@mediagen/sdk'
import { type BenchTask, cancelRequest, createBenchDatabase } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber, percentile } from './support/figures.ts'
import { fillQueuedTasks } from './support/fill-tasks.ts'
import { startCommand } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { openClient } from './support/raw-http-client.ts'
import { createReport, under } from './support/report.ts'

const tasksOfSide = sized(1_000, 40)
const [secondsMin, secondsMax] = [sized(5, 1), sized(60, 3)]
const requestsMax = 0.2
const lateMsMax = 250
const shareMax = 0.1

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const report = createReport('shared-waits')
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'shared_waits_bench', 2)
await fillQueuedTasks(database.bare, { count: 2 * tasksOfSide, accountIds: database.accountIds })
const tasks = await database.findTasks()
await using other = await startCommand('api', { databaseUrl: database.url })
const canceller = await openClient(other.port)

/** Waits for all tasks of an account; says what that took of the process that serves the waits. */
async function measure(followed: readonly BenchTask[], isShared: boolean) {
  const environment = { HELD_POLLS_MAX: '10000' }
  await using api = await startCommand('api', { databaseUrl: database.url, environment })
  let [requests, open, openMost] = [0, 0, 0]
  const client = new Mediagen({
    baseUrl: `http://127.0.0.1:${api.port}`,
    apiKey: followed[0]?.account.apiKey ?? '',
    fetch(url, init) {
      requests += 1
      open += 1
      openMost = Math.max(openMost, open)
      return fetch(url, init).finally(() => {
        open -= 1
      })
    },
  })
  // A wait with headers of its own shares no request.
  const headers = isShared ? undefined : { 'x-followed': 'by itself' }
  collectGarbage()
  const heapBefore = process.memoryUsage().heapUsed
  const [cpuBefore, statementsBefore] = [api.cpuSeconds(), await mysql.counter('Com_select')]
  const cancelledAtMs = new Map<string, number>()
  const startedAtMs = performance.now()
  let residentMb = 0
  let taskSeconds = 0
  const lateMs: number[] = []
  const waits = followed.map(async ({ taskId }) => {
    const error = await client.tasks.wait(taskId, { headers }).catch((reason: unknown) => reason)
    if (!(error instanceof TaskCancelledError)) throw error
    const nowMs = performance.now()
    // It may be told before the response to the cancellation has come.
    lateMs.push(nowMs - (cancelledAtMs.get(taskId) ?? nowMs))
  })
  const span = secondsMax - secondsMin
  const cancel = async () => {
    for (const [index, task] of followed.entries()) {
      const atMs = 1_000 * (secondsMin + (index * span) / followed.length)
      await pause(Math.max(0, startedAtMs + atMs - performance.now()))
      await canceller.send(cancelRequest(task), 200)
      cancelledAtMs.set(task.taskId, performance.now())
      taskSeconds += (performance.now() - startedAtMs) / 1_000
      residentMb = Math.max(residentMb, index % 100 === 0 ? api.residentMb() : 0)
    }
  }
  await Promise.all([cancel(), ...waits])
  const seconds = (performance.now() - startedAtMs) / 1_000
  const cpu = api.cpuSeconds() - cpuBefore
  const statements = ((await mysql.counter('Com_select')) - statementsBefore) / seconds
  collectGarbage()
  const heapMb = (process.memoryUsage().heapUsed - heapBefore) / 1e6
  return { requests, openMost, cpu, statements, residentMb, heapMb, taskSeconds, lateMs }
}

const [first, second] = database.accounts
const shared = await measure(
  tasks.filter(({ account }) => account === first),
  true,
)
const alone = await measure(
  tasks.filter(({ account }) => account === second),
  false,
)
const what = `${formatNumber(tasksOfSide)} tasks of ${secondsMin} to ${secondsMax} s`
for (const [name, cost] of [
  ['waits that share requests', shared],
  ['a held poll each', alone],
] as const)
  report.add({
    what: `${what}, by ${name}`,
    measured: `${formatNumber(cost.requests)} requests, ${formatNumber(cost.openMost)} connections, ${formatNumber(cost.residentMb)} MB resident, ${cost.cpu.toFixed(2)} s of a processor, ${formatNumber(cost.statements)} statements a second; told p50 ${formatNumber(percentile(cost.lateMs, 0.5))} ms late, p99 ${formatNumber(percentile(cost.lateMs, 0.99))} ms`,
  })
const perTaskSecond = shared.requests / shared.taskSeconds
const p99 = percentile(shared.lateMs, 0.99)
const share = shared.openMost / alone.openMost
report.add({
  what: 'requests of shared waits, for a task and second',
  measured: perTaskSecond.toFixed(3),
  promised: under(perTaskSecond, requestsMax, ''),
})
report.add({
  what: 'a change is told late by, of shared waits',
  measured: `p99 ${formatNumber(p99)} ms`,
  promised: under(p99, lateMsMax, ' ms'),
})
report.add({
  what: 'connections and held polls of shared waits, of those of a poll each',
  measured: `${(100 * share).toFixed(1)} %; ${(100 * (shared.cpu / alone.cpu)).toFixed(0)} % of the processor, ${(100 * (shared.residentMb / alone.residentMb)).toFixed(0)} % of the memory`,
  promised: under(share, shareMax, ''),
})
report.add({
  what: 'kept by the client once all have ended',
  measured: `${shared.heapMb.toFixed(1)} MB`,
})
canceller.close()
report.write([mysql.version])
