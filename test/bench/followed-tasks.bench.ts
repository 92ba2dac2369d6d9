// What it costs to follow a hundred tasks of an account: by one held request about all of them, against a
// hundred held polls, while another process cancels the tasks one after the other. Run it with `npm run bench
// -- followed-tasks`.
import { setTimeout as pause } from 'node:timers/promises'
import {
  type BenchTask,
  cancelRequest,
  createBenchDatabase,
  pollRequest,
  readRequest,
} from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber } from './support/figures.ts'
import { fillQueuedTasks } from './support/fill-tasks.ts'
import { own } from './support/load.ts'
import { startCommand } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { openClient, openClients } from './support/raw-http-client.ts'
import { createReport, under } from './support/report.ts'

const accountCount = sized(20, 3)
const tasksOfAccount = 100
const waitSeconds = 30
/** Of each account; between two of them its followers ask again. */
const cancelledOfAccount = sized(10, 2)
const pauseMs = sized(200, 20)
/** Longer than a hold, so that everything is asked for again in it. */
const idleMs = sized(35_000, 500)
const shareMax = 0.05

const report = createReport('followed-tasks')
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'followed_bench', accountCount)
await fillQueuedTasks(database.bare, {
  count: 2 * accountCount * tasksOfAccount,
  accountIds: database.accountIds,
})
const tasks = await database.findTasks()
await using other = await startCommand('api', { databaseUrl: database.url })

/** The tasks of each account, one half for each way of following them. */
const halves = [0, 1].map((half) =>
  database.accounts.map((account) => {
    const own = tasks.filter((task) => task.account === account)
    return own.slice(half * tasksOfAccount, (half + 1) * tasksOfAccount)
  }),
)

/** Follows all tasks of the accounts, and returns what that took of the process that holds the requests. */
async function measure(followed: readonly BenchTask[][], asOne: boolean) {
  await using api = await startCommand('api', { databaseUrl: database.url })
  const requests = followed.flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const ids = group.map(({ taskId }) => `id=${taskId}`).join('&')
    return asOne
      ? [readRequest(first.account, `/api/v1/tasks?${ids}`, waitSeconds)]
      : group.map((task) => pollRequest(task, waitSeconds))
  })
  const clients = await openClients(api.port, requests.length)
  let isOver = false
  const loops = clients.map(async (client, index) => {
    // A poll of a cancelled task would come back at once: it is over then.
    for (;;) {
      const response = await client.send(own(requests, index), 200)
      if (isOver || (!asOne && response.includes('"CANCELLED"'))) return
    }
  })
  for (const loop of loops) loop.catch(() => undefined)
  await pause(sized(2_000, 500))
  const idleBefore = api.cpuSeconds()
  await pause(idleMs)
  const idleCpu = api.cpuSeconds() - idleBefore
  const residentMb = api.residentMb()
  const [cpuBefore, statementsBefore] = [api.cpuSeconds(), await mysql.counter('Com_select')]
  const canceller = await openClient(other.port)
  const startedAt = performance.now()
  for (let turn = 0; turn < cancelledOfAccount; turn += 1)
    for (const group of followed) {
      await canceller.send(cancelRequest(own(group, turn)), 200)
      await pause(pauseMs)
    }
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = api.cpuSeconds() - cpuBefore
  const statements = (await mysql.counter('Com_select')) - statementsBefore
  isOver = true
  canceller.close()
  for (const client of clients) client.close()
  return { idleCpu, cpu, perSecond: statements / seconds, connections: requests.length, residentMb }
}

const [forOne = [], forEach = []] = halves
const one = await measure(forOne, true)
const each = await measure(forEach, false)
const what = `${formatNumber(accountCount)} accounts that follow ${tasksOfAccount} tasks each`
for (const [name, cost] of [
  ['one held request each', one],
  [`${tasksOfAccount} held polls each`, each],
] as const)
  report.add({
    what: `${what}, by ${name}`,
    measured: `${formatNumber(cost.connections)} connections, ${formatNumber(cost.residentMb)} MB resident, ${cost.idleCpu.toFixed(2)} s of a processor in ${idleMs / 1000} s without a change, ${cost.cpu.toFixed(2)} s for ${accountCount * cancelledOfAccount} changes, ${formatNumber(cost.perSecond)} statements a second`,
  })
const share = one.connections / each.connections
report.add({
  what: 'connections and held polls of the one, of those of the others',
  measured: `${(100 * share).toFixed(0)} %; ${(100 * (one.residentMb / each.residentMb)).toFixed(0)} % of the memory`,
  promised: under(share, shareMax, ''),
})
report.write([mysql.version])
