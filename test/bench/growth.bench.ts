// What five million ended tasks cost the next one: acceptance, poll, cancellation, claim and settlement in
// three databases of one server that differ in the number of ended tasks alone, in turns. Loading them takes
// most of the time. Run it with `npm run bench -- growth`; it needs about 8 GB of disk for as long as it
// runs.

import type { Pool, RowDataPacket } from 'mysql2/promise'
import { taskIdTimeMs } from '../../server/src/core/domain/ids.ts'
import type { Database } from '../../server/src/database/database.ts'
import { type MeasuredProcess, startNoEngineService } from './support/api-process.ts'
import { openBarePool, startBenchMysql } from './support/bench-mysql.ts'
import {
  type BenchAccount,
  cancelRequest,
  createBenchDatabase,
  generationRequest,
  own,
  pick,
  pollRequest,
  taskIdOf,
} from './support/bench-service.ts'
import { drainByService } from './support/drain-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { fillFinishedTasks } from './support/fill-tasks.ts'
import { inTurns, runLoad } from './support/load.ts'
import { sized } from './support/options.ts'
import { openClients } from './support/raw-http-client.ts'
import { createReport } from './support/report.ts'

const sizes = [10_000, sized(1_000_000, 50_000), sized(5_000_000, 200_000)]
const rounds = sized(7, 1)
const durationMs = sized(1_500, 500)
const clientCount = 16
const costTimesMax = 1.3
/** Callers still look at the newest of the ended tasks, and hardly ever at the others. */
const polledTasks = 2_000

interface TaskRow extends RowDataPacket {
  readonly id: string
  readonly account_id: string
}

interface Grown {
  readonly size: number
  readonly database: Database
  readonly accounts: readonly BenchAccount[]
  readonly api: MeasuredProcess
  /** Polls of tasks that ended lately, and of tasks from all over the table. */
  readonly polls: { readonly recent: readonly Buffer[]; readonly any: readonly Buffer[] }
}

const operations = ['accept', 'poll', 'poll of any age', 'cancel', 'claim and settle'] as const
type Rates = Record<(typeof operations)[number], number>

const report = createReport('growth')
const mysql = await startBenchMysql()

async function grow(size: number): Promise<Grown> {
  const { url, database, accounts } = await createBenchDatabase(mysql, `growth_${size}`)
  const pool = openBarePool(url, 1)
  const startedAt = performance.now()
  await fillFinishedTasks(pool, { count: size, accountIds: accounts.map(({ accountId }) => accountId) })
  process.stderr.write(
    `${formatNumber(size)} tasks loaded in ${formatNumber((performance.now() - startedAt) / 1000)} s\n`,
  )
  const [recent] = await pool.query<TaskRow[]>('select id, account_id from tasks order by id desc limit ?', [
    polledTasks,
  ])
  const any = await findSpread(pool)
  await pool.end()
  const keyOf = new Map(accounts.map((account) => [account.accountId, account]))
  const toPolls = (rows: readonly TaskRow[]): Buffer[] =>
    rows.flatMap(({ id, account_id }) => {
      const account = keyOf.get(account_id)
      return account === undefined ? [] : [pollRequest(account, id)]
    })
  const api = await startNoEngineService('api', { databaseUrl: url })
  return {
    size,
    database,
    accounts,
    api,
    polls: { recent: toPolls(recent), any: toPolls(any) },
  }
}

/** Tasks spread evenly over the time in which they were made, which their ids begin with. */
async function findSpread(pool: Pool): Promise<TaskRow[]> {
  const [[ends]] = await pool.query<RowDataPacket[]>('select min(id) as first, max(id) as last from tasks')
  const [first, last] = [taskIdTimeMs(String(ends?.first)), taskIdTimeMs(String(ends?.last))]
  const found: TaskRow[] = []
  for (let index = 0; index < polledTasks; index += 1) {
    const timeMs = Math.floor(first + ((last - first) * index) / polledTasks)
    const [rows] = await pool.query<TaskRow[]>(
      'select id, account_id from tasks where id >= ? order by id limit 1',
      [timeMs.toString(36).padStart(9, '0')],
    )
    found.push(...rows)
  }
  return found
}

/** One turn of everything on one database; how often a second each was done. */
async function measure({ accounts, api, database, polls }: Grown): Promise<Rates> {
  const clients = await openClients(api.port, clientCount)
  const accepted: { readonly account: BenchAccount; readonly id: string }[] = []
  const load = async (work: (client: number, turn: number) => Promise<unknown>): Promise<number> =>
    (await runLoad({ clients: clientCount, durationMs, work })).perSecond
  const accept = await load(async (client, turn) => {
    const account = pick(accounts, client, turn)
    const answer = await own(clients, client).send(generationRequest(account), 200)
    accepted.push({ account, id: taskIdOf(answer) })
  })
  const poll = await load((client, turn) => own(clients, client).send(pick(polls.recent, client, turn), 200))
  const anyPoll = await load((client, turn) => own(clients, client).send(pick(polls.any, client, turn), 200))
  const cancelled = accepted.splice(0, Math.floor(accepted.length / 3))
  const startedAt = performance.now()
  await Promise.all(
    clients.map(async (client, index) => {
      for (let next = index; next < cancelled.length; next += clients.length) {
        const { account, id } = own(cancelled, next)
        await client.send(cancelRequest(account, id), 200)
      }
    }),
  )
  const cancel = cancelled.length / ((performance.now() - startedAt) / 1000)
  for (const client of clients) client.close()
  const settle = accepted.length / ((await drainByService(database, accepted.length)) / 1000)
  return { accept, poll, 'poll of any age': anyPoll, cancel, 'claim and settle': settle }
}

const grown: Grown[] = []
try {
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
        ...(operation !== 'poll of any age' && {
          promised: { text: `at most ${costTimesMax} times`, isMet: times <= costTimesMax },
        }),
      })
    }
  }
  report.write([mysql.version])
} finally {
  for (const { api, database } of grown) {
    await api.stop()
    await database.close()
  }
  await mysql.stop()
}
