// What the past costs: everything that a request waits for, an operator asks, and the service does by itself, in
// databases of one server that differ in their past alone, in turns, by the processor time of service and database.
// Run it with `npm run bench -- growth`; filling takes most of the time. It needs about 8 GB of disk for as long as it
// runs, with `--tasks 20000000` 35 GB. A server named by MEDIAGEN_TEST_MYSQL_URL keeps the databases for the next run.

import type { RowDataPacket } from 'mysql2/promise'
import { sweeps } from '../../server/src/jobs/sweeps.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { type BenchAccount, submit } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { drainByService } from './support/drain-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { type GrownDatabase, openGrownDatabase } from './support/grown-database.ts'
import { reads, requestsOf } from './support/grown-requests.ts'
import { openSweeps } from './support/grown-sweeps.ts'
import { inTurns } from './support/load.ts'
import { type MeasuredProcess, processorMs, startNoEngineService } from './support/measured-process.ts'
import { operatorQuestions, type Question, tasksOf } from './support/operator-questions.ts'
import { givenSize, sized } from './support/options.ts'
import { openClient, type RawHttpClient } from './support/raw-http-client.ts'
import { atMost, createReport } from './support/report.ts'

const ofLastMonth = sized(10_000, 2_000)
const largestInMemory = 5_000_000
const largest = givenSize('tasks') ?? sized(largestInMemory, 50_000)
const sizes = [...new Set([ofLastMonth, Math.min(sized(1_000_000, 20_000), largest), largest])]
/** Many short turns, because the difference of a request's is to be seen. */
const roundsOf = { request: sized(11, 1), itself: sized(5, 1), info: sized(5, 1) } as const
/** Of the processor, for what is quick enough to be done again and again in a turn. */
const turnMs = sized(100, 20)
const callsDefault = 200
/** A request must not notice the past, and what runs by itself must not be ended by it. */
const timesMax = { request: 1.15, itself: 2, info: undefined } as const
/** Has a full period of the ledger. */
const tasksWithPeriod = 300_000

interface Grown {
  readonly made: GrownDatabase
  readonly service: MeasuredProcess
  readonly sweep: Awaited<ReturnType<typeof openSweeps>>
}

/** Does something so many times, in the service's process or in this one. */
interface Work {
  readonly process: 'service' | 'own'
  prepare?(calls: number): Promise<void>
  run(calls: number): Promise<void>
}

interface Options {
  readonly callsMax?: number
  readonly rounds?: number
  readonly among?: readonly Grown[]
}

const report = createReport(
  'growth',
  sizes.map((size) => `${formatNumber(size)} tasks`),
)
await using mysql = await startBenchMysql({ onDisk: largest > largestInMemory })
await using started = new AsyncDisposableStack()

const all: Grown[] = []
// The largest first, so that the others do not profit from a server that is still fresh.
for (const size of sizes.toReversed()) all.unshift(await grow(size))
await mysql.settle()
await measureRequests()
await measureOperator()
await measureSweeps()
await measureBytes()
report.write([mysql.version])

async function grow(tasks: number): Promise<Grown> {
  const startedAt = performance.now()
  const onProgress = (next: string): void => {
    const seconds = formatNumber((performance.now() - startedAt) / 1000)
    process.stderr.write(`${formatNumber(tasks)} tasks, ${seconds} s: ${next}\n`)
  }
  const made = started.use(await openGrownDatabase(mysql, { tasks, ofLastMonth, onProgress }))
  const service = started.use(await startNoEngineService('api', { databaseUrl: made.url }))
  return { made, service, sweep: await openSweeps(made) }
}

/** Adds a row: what a call costs in each database, and in how many times that in the smallest. */
async function measure(
  what: string,
  kind: keyof typeof timesMax,
  workOf: (grown: Grown) => Promise<Work> | Work,
  { callsMax = callsDefault, rounds = roundsOf[kind], among = all }: Options = {},
): Promise<void> {
  const works = new Map<number, () => Promise<number>>()
  let calls = callsMax
  for (const grown of among) {
    const work = await workOf(grown)
    const cost = (count: number) => costOf(grown, work, count)
    if (works.size === 0 && callsMax > 1) {
      await cost(1)
      const once = await cost(Math.min(callsMax, 5))
      calls = Math.max(1, Math.min(callsMax, Math.ceil(turnMs / Math.max(once, 0.1))))
    }
    works.set(grown.made.tasks, () => cost(calls))
  }
  const costs: Record<string, readonly number[]> = await inTurns<string, number>(
    rounds,
    Object.fromEntries(works),
  )
  const [least = [], ...others] = among.map(({ made }) => costs[made.tasks] ?? [])
  const timesOf = (one: readonly number[]): number =>
    median(one.map((cost, round) => cost / Math.max(least[round] ?? Number.NaN, 0.001)))
  const most = others.at(-1) ?? least
  const limit = timesMax[kind]
  report.add({
    what,
    measured: sizes.map((size) => {
      const one = costs[size]
      if (one === undefined) return ''
      return `${formatNumber(median(one))} ms${one === least ? '' : ` (${timesOf(one).toFixed(2)})`}`
    }),
    promised: limit === undefined ? undefined : atMost(Number(timesOf(most).toFixed(2)), limit, ' times'),
  })
}

/** Milliseconds of the processor for a call, in the process that does it and in the database. */
async function costOf({ made, service }: Grown, work: Work, calls: number): Promise<number> {
  await work.prepare?.(calls)
  const usedMs = async (): Promise<number> =>
    processorMs(work.process === 'own' ? process.pid : service.pid) + (await mysql.processorMs(made.name))
  const before = await usedMs()
  await work.run(calls)
  return ((await usedMs()) - before) / calls
}

function repeated(call: () => Promise<unknown>): Work {
  return {
    process: 'own',
    async run(calls) {
      for (let done = 0; done < calls; done += 1) await call()
    },
  }
}

/** On a connection for each turn, because the service closes one that is idle. */
function overHttp({ service }: Grown, call: (client: RawHttpClient, turn: number) => Promise<unknown>): Work {
  let turn = 0
  return {
    process: 'service',
    async run(calls) {
      const client = await openClient(service.port)
      for (let done = 0; done < calls; done += 1, turn += 1) await call(client, turn)
      client.close()
    },
  }
}

async function measureRequests(): Promise<void> {
  const ordering = (grown: Grown) =>
    overHttp(grown, (client, turn) => submit(client, pickCaller(grown.made, turn)))
  await measure('order', 'request', ordering)
  await measure('claim and settle', 'request', (grown) => {
    const orders = ordering(grown)
    const { database } = grown.made
    return {
      process: 'own',
      async prepare(calls) {
        const waiting = await countWaiting(grown)
        if (waiting > 0) await drainByService(database, waiting)
        await orders.run(calls)
      },
      async run(calls) {
        await drainByService(database, calls)
      },
    }
  })
  for (const read of reads)
    await measure(read, read === 'poll of a task of any age' ? 'info' : 'request', async (grown) => {
      const requests = await requestsOf(read, grown.made, grown.service.port)
      return overHttp(grown, async (client, turn) => {
        const request = requests[turn % requests.length]
        if (request === undefined) throw new Error('There is nothing to ask.')
        await client.send(request, 200)
      })
    })
}

function pickCaller({ large, callers }: GrownDatabase, turn: number): BenchAccount {
  return (turn % 10 === 0 ? undefined : callers[turn % callers.length]) ?? large
}

async function countWaiting({ made }: Grown): Promise<number> {
  const [rows] = await made.bare.query<RowDataPacket[]>('select count(*) as waiting from task_queue')
  return Number(rows[0]?.waiting)
}

async function measureOperator(): Promise<void> {
  const ask = (question: Question) => (grown: Grown) =>
    repeated(() =>
      // In an object of its own each time, or days that are over would be known.
      question(createAdministration({ ...grown.made.database }), grown.made),
    )
  for (const [what, question] of Object.entries(operatorQuestions()))
    await measure(`operator: ${what}`, 'itself', ask(question))
  await measure(
    'operator: tasks of a resolution that none has, which ends after 0.1 s',
    'info',
    ask(tasksOf({ tier: '4k' })),
  )
  await measure('metrics', 'itself', ({ made }) => repeated(() => measureService(made.database)))
}

async function measureSweeps(): Promise<void> {
  for (const name of Object.keys(sweeps).filter((sweep) => sweep !== 'reconcile-ledger'))
    await measure(`sweep ${name}`, 'itself', ({ sweep }) => repeated(() => sweep(name)), {
      callsMax: name === 'sweep-objects' ? 1 : 20,
    })
  // A run reads one closed period; where none is full yet it reads everything, which is less.
  const closed = all.filter(({ made }) => made.tasks >= tasksWithPeriod)
  const options = { callsMax: 1, rounds: sized(2, 1), among: closed.length === 0 ? all : closed }
  for (const [what, withStorage] of [
    ['sweep reconcile-ledger', false],
    ['the same once a day, with the storage', true],
  ] as const)
    await measure(
      what,
      closed.length === 0 ? 'info' : 'itself',
      ({ sweep }) => repeated(() => sweep('reconcile-ledger', { withStorage })),
      options,
    )
}

async function measureBytes(): Promise<void> {
  const tables = ['tasks', 'ledger_entries', 'ledger_closings', 'usage_days', 'key_spending', 'engine_calls']
  const measured: string[] = []
  for (const { made } of all) measured.push(`${formatNumber(await made.bytesOfTask(tables))} bytes`)
  report.add({ what: 'kept of a task for ever, indexes included', measured })
}
