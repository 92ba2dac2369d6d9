// What five million ended tasks cost the next one: acceptance, poll, list, cancellation, claim and settlement,
// while the oldest tasks are scrubbed, in three databases of one server that differ in the number of ended tasks
// alone, in turns. Loading them takes most of the time. Run it with `npm run bench -- growth`; it needs about
// 8 GB of disk for as long as it runs, with `--tasks 10000000` twice as much.

import type { RowDataPacket } from 'mysql2/promise'
import { taskIdTimeMs } from '../../server/src/core/domain/ids.ts'
import {
  type BenchDatabase,
  type BenchTask,
  cancelRequest,
  createBenchDatabase,
  pollRequest,
  readRequest,
  submit,
} from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { drainByService } from './support/drain-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { fillFinishedTasks } from './support/fill-tasks.ts'
import { inTurns, own, pick, runHttpLoad, runLoad } from './support/load.ts'
import { startNoEngineService } from './support/measured-process.ts'
import { givenSize, sized } from './support/options.ts'
import { openClients } from './support/raw-http-client.ts'
import { atMost, createReport } from './support/report.ts'
import { createRetentionSweep, type RetentionSweep, scrubbedTasksMax } from './support/retention-sweep.ts'

const largestInMemory = 5_000_000
const largest = givenSize('tasks') ?? sized(largestInMemory, 200_000)
const sizes = [10_000, sized(1_000_000, 50_000), largest]
const rounds = sized(7, 1)
const durationMs = sized(1_500, 500)
const clientCount = 16
const costTimesMax = 1.3
/** Callers still look at the newest of the ended tasks, and hardly ever at the others. */
const polledTasks = 2_000

interface Grown {
  readonly size: number
  readonly made: BenchDatabase
  readonly port: number
  /** Polls of tasks that ended lately, and of tasks from all over the table. */
  readonly polls: { readonly recent: readonly Buffer[]; readonly any: readonly Buffer[] }
  readonly sweep: RetentionSweep
}

const operations = [
  'accept',
  'poll',
  'poll of any age',
  'list',
  'cancel',
  'claim and settle',
  'scrub a task',
] as const
type Rates = Record<(typeof operations)[number], number>

const report = createReport('growth')
await using mysql = await startBenchMysql({ onDisk: largest > largestInMemory })
await using started = new AsyncDisposableStack()

async function grow(size: number): Promise<Grown> {
  const made = started.use(await createBenchDatabase(mysql, `growth_${size}`))
  const startedAt = performance.now()
  await fillFinishedTasks(made.bare, { count: size, accountIds: made.accountIds })
  process.stderr.write(
    `${formatNumber(size)} tasks loaded in ${formatNumber((performance.now() - startedAt) / 1000)} s\n`,
  )
  const latest = 'select id, account_id from tasks order by id desc limit ?'
  const recent = await made.findTasks(latest, [polledTasks])
  const any = await findSpread(made)
  const { port } = started.use(await startNoEngineService('api', { databaseUrl: made.url }))
  const toPolls = (tasks: readonly BenchTask[]): Buffer[] => tasks.map((task) => pollRequest(task))
  const sweep = await createRetentionSweep(made)
  return { size, made, port, polls: { recent: toPolls(recent), any: toPolls(any) }, sweep }
}

/** Tasks that are never scrubbed, spread evenly over the time in which they were made, which their ids begin with. */
async function findSpread({ bare, findTasks }: BenchDatabase): Promise<BenchTask[]> {
  const kept = 'select id from tasks order by id limit 1 offset ?'
  const [[ends]] = await bare.query<RowDataPacket[]>(
    `select (${kept}) as first, max(id) as last from tasks`,
    [scrubbedTasksMax],
  )
  const [first, last] = [taskIdTimeMs(String(ends?.first)), taskIdTimeMs(String(ends?.last))]
  const found: BenchTask[] = []
  for (let index = 0; index < polledTasks; index += 1) {
    const timeMs = Math.floor(first + ((last - first) * index) / polledTasks)
    const next = 'select id, account_id from tasks where id >= ? order by id limit 1'
    found.push(...(await findTasks(next, [timeMs.toString(36).padStart(9, '0')])))
  }
  return found
}

/** One turn of everything on one database, and the sweep beside it; how often a second each was done. */
async function measure(grown: Grown): Promise<Rates> {
  const sweeping = grown.sweep.start()
  const [calls] = await Promise.allSettled([measureCalls(grown)])
  const scrubbed = await sweeping.stop()
  if (calls.status === 'rejected') throw calls.reason
  return { ...calls.value, 'scrub a task': scrubbed }
}

async function measureCalls({ made, port, polls }: Grown): Promise<Omit<Rates, 'scrub a task'>> {
  const { accounts, database } = made
  const poll = async (requests: readonly Buffer[]): Promise<number> => {
    const request = (client: number, turn: number) => pick(requests, client, turn)
    return (await runHttpLoad(port, { clients: clientCount, durationMs, request })).perSecond
  }
  const clients = await openClients(port, clientCount)
  const accepted: BenchTask[] = []
  const { perSecond: accept } = await runLoad({
    clients: clientCount,
    durationMs,
    async work(client, turn) {
      const account = pick(accounts, client, turn)
      accepted.push({ account, taskId: await submit(own(clients, client), account) })
    },
  })
  const [recent, any] = [await poll(polls.recent), await poll(polls.any)]
  const list = await poll(accounts.map((account) => readRequest(account, '/api/v1/tasks')))
  const cancelled = accepted.splice(0, Math.floor(accepted.length / 3))
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async (client, index) => {
      for (let next = index; next < cancelled.length; next += clients.length)
        await client.send(cancelRequest(own(cancelled, next)), 200)
    }),
  )
  const cancel = cancelled.length / ((performance.now() - startedAt) / 1000)
  for (const client of clients) client.close()
  const settle = accepted.length / ((await drainByService(database, accepted.length)) / 1000)
  return {
    accept,
    poll: recent,
    'poll of any age': any,
    list,
    cancel,
    'claim and settle': settle,
  }
}

const grown: Grown[] = []
// The largest first, so that the others do not profit from a server that is still fresh.
for (const size of sizes.toReversed()) grown.unshift(await grow(size))
await mysql.settle()
const measured = await inTurns<string, Rates>(
  rounds,
  Object.fromEntries(grown.map((one) => [String(one.size), () => measure(one)])),
)
const ratesOf = (size: number | undefined, operation: keyof Rates): number[] =>
  (measured[String(size)] ?? []).map((rates) => rates[operation])
for (const operation of operations) {
  const least = ratesOf(sizes[0], operation)
  for (const size of sizes.slice(1)) {
    const rates = ratesOf(size, operation)
    const times = median(rates.map((rate, index) => (least[index] ?? Number.NaN) / rate))
    report.add({
      what: `${operation}, ${formatNumber(size)} ended tasks`,
      measured: `${times.toFixed(2)} times the cost at ${formatNumber(sizes[0] ?? 0)} (${formatNumber(median(rates))}/s, ${formatNumber(median(least))}/s)`,
      // Pages that nobody has asked for in weeks come from the disk; that is information, and no promise.
      promised: operation === 'poll of any age' ? undefined : atMost(times, costTimesMax, ' times'),
    })
  }
}
report.write([mysql.version])
