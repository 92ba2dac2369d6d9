// What an account's history costs in a table of many tasks: lists, usage and polls in two databases that differ in
// the number of tasks alone, in turns, on MySQL and on SQLite. Run it with `npm run bench -- history`; with
// `--tasks 5000000` it needs about 8 GB of memory and disk for as long as it runs.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { type Database, openDatabase } from '../../server/src/database/database.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { glanceAtTasksOfAccount } from '../../server/src/database/tasks/account-tasks.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { type BenchAccount, readRequest } from './support/bench-database.ts'
import { openBarePool, startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber, median } from './support/figures.ts'
import { type Filler, fillHistory, openMysqlFiller, openSqliteFiller } from './support/fill-history.ts'
import { inTurns, pick, type Round, ratioOf, runHttpLoad } from './support/load.ts'
import { startNoEngineService } from './support/measured-process.ts'
import { givenSize, sized } from './support/options.ts'
import { openClient } from './support/raw-http-client.ts'
import { atMost, createReport } from './support/report.ts'

const smallSize = 10_000
const largeSize = givenSize('tasks') ?? sized(1_000_000, 50_000)
const rounds = sized(7, 1)
const durationMs = sized(400, 300)
const clients = 8
/** What grows with the table would read many times as many; a few come and go with the time of day. */
const rowsTimesMax = 1.1
const countedAnswers = 40
/** Every fifth task is of one account, the others of accounts with as many tasks each at any size. */
const tasksOfSmall = 200
const callers = sized(40, 8)
const recentTasks = 200
const idsMax = 100
const dayMs = 24 * 60 * 60 * 1000

const questions = [
  'first page',
  'page by a cursor from the middle',
  'page of one day in the middle',
  'page of a product, that of one task in ten',
  'page of a status, that of none',
  '100 ids from all over',
  'usage of 31 days',
  'poll of a new task',
  'poll of a task of any age',
] as const
type Requests = ReadonlyMap<(typeof questions)[number], readonly Buffer[]>

/** The account with a fifth of all tasks, or the small ones in turn. */
type Caller = 'large' | 'small'

interface Filled {
  readonly port: number
  readonly requests: Readonly<Record<Caller, Requests>>
}

const report = createReport('history', ['MySQL', 'SQLite', 'Rows read by MySQL'])
await using folder = await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-'))
await using mysql = await startBenchMysql()
await using started = new AsyncDisposableStack()

async function fill(
  name: string,
  { url, openFiller }: { readonly url: string; readonly openFiller: () => Promise<Filler> },
  count: number,
): Promise<Filled> {
  const database = openDatabase({ url })
  started.defer(() => database.close())
  await migrate(database)
  const administration = createAdministration(database)
  const createAccount = () => administration.createAccount({ balance: Usd.parse('1.00') })
  const large = await createAccount()
  const ids = Array.from({ length: (count * 4) / 5 / tasksOfSmall }, (_, index) =>
    `${index}`.padStart(24, '0'),
  )
  const small: BenchAccount[] = []
  for (let index = 0; index < callers; index += 1) {
    const account = await createAccount()
    small.push(account)
    ids[Math.floor((index * ids.length) / callers)] = account.accountId
  }
  const slots = ids.flatMap((id, index) => (index % 4 === 0 ? [large.accountId, id] : [id]))
  const startedAt = performance.now()
  await using filler = await openFiller()
  await fillHistory(filler, { count, slots })
  const seconds = formatNumber((performance.now() - startedAt) / 1000)
  process.stderr.write(`${name}: ${formatNumber(count)} tasks loaded in ${seconds} s\n`)
  const { port } = started.use(await startNoEngineService('api', { databaseUrl: url }))
  return {
    port,
    requests: {
      large: await requestsOf({ database, port }, [large]),
      small: await requestsOf({ database, port }, small),
    },
  }
}

/** The questions about the accounts, those of one beside those of the next. */
async function requestsOf(
  { database, port }: { readonly database: Database; readonly port: number },
  accounts: readonly BenchAccount[],
): Promise<Requests> {
  const requests = new Map(questions.map((question) => [question, [] as Buffer[]]))
  for (const account of accounts) {
    const { accountId } = account
    const before = (createdAtMs: number, limit: number) =>
      database.read((db) => glanceAtTasksOfAccount(db, { accountId, before: { createdAtMs, id: '' }, limit }))
    const nowMs = Date.now()
    const recent = (await before(nowMs, recentTasks)).map(({ id }) => id)
    const any: string[] = []
    // A hundred of each small account, a thousand of the large one.
    const lists = accounts.length === 1 ? 10 : 1
    for (let index = 1; index <= lists * idsMax; index += 1) {
      const timeMs = Math.floor(nowMs - (29 * dayMs * index) / (lists * idsMax))
      any.push(...(await before(timeMs, 1)).map(({ id }) => id))
    }
    const [middle] = await before(nowMs - 15 * dayMs, 1)
    const ask = (question: (typeof questions)[number], ...paths: readonly string[]) =>
      requests.get(question)?.push(...paths.map((path) => readRequest(account, `/api/v1${path}`)))
    const [from, to] = [nowMs - 30 * dayMs, nowMs].map((timeMs) =>
      new Date(timeMs).toISOString().slice(0, 10),
    )
    const day = [16, 15].map((days) => new Date(nowMs - days * dayMs).toISOString())
    ask('first page', '/tasks')
    const tag = await cursorTagOf(port, account)
    ask('page by a cursor from the middle', `/tasks?cursor=${middle?.createdAtMs}.${middle?.id}.${tag}`)
    ask('page of one day in the middle', `/tasks?createdFrom=${day[0]}&createdBefore=${day[1]}`)
    ask('page of a product, that of one task in ten', '/tasks?type=video.generate')
    ask('page of a status, that of none', '/tasks?status=FAILED')
    for (let index = 0; index < lists; index += 1) {
      const ids = any.filter((_, place) => place % lists === index)
      ask('100 ids from all over', `/tasks?id=${ids.join('&id=')}`)
    }
    ask('usage of 31 days', `/usage?from=${from}&to=${to}`)
    ask('poll of a new task', ...recent.map((id) => `/tasks/${id}`))
    ask('poll of a task of any age', ...any.map((id) => `/tasks/${id}`))
  }
  return requests
}

/** The end of a cursor names the account and the filters; before it is a place, which may be any. */
async function cursorTagOf(port: number, account: BenchAccount): Promise<string> {
  const client = await openClient(port)
  const response = await client.send(readRequest(account, '/api/v1/tasks'), 200)
  client.close()
  const tag = /"nextCursor":"\d+\.[0-9a-z]+\.([^"]+)"/.exec(response)?.[1]
  if (tag === undefined) throw new Error(`no cursor in ${response}`)
  return tag
}

async function openDatabases() {
  const onMysql = async (count: number) => {
    const url = await mysql.createDatabase(`history_${count}`)
    const pool = openBarePool(url, 1)
    started.defer(() => pool.end())
    return fill('MySQL', { url, openFiller: () => openMysqlFiller(pool) }, count)
  }
  const onSqlite = (count: number) => {
    const file = join(folder.path, `${count}.db`)
    return fill('SQLite', { url: `sqlite:${file}`, openFiller: async () => openSqliteFiller(file) }, count)
  }
  // The large ones first, so that the others do not profit from a server that is still fresh.
  const large = { mysql: await onMysql(largeSize), sqlite: await onSqlite(largeSize) }
  const small = { mysql: await onMysql(smallSize), sqlite: await onSqlite(smallSize) }
  return { small, large }
}

const { small, large } = await openDatabases()
await mysql.settle()

const ask = ({ port, requests }: Filled, caller: Caller, question: (typeof questions)[number]) => {
  const asked = requests[caller].get(question) ?? []
  return () =>
    runHttpLoad(port, { clients, durationMs, request: (client, turn) => pick(asked, client, turn) })
}

/** How often a second the question was answered in the large table, and its cost to that in the small one. */
async function compare(inSmall: () => Promise<Round>, inLarge: () => Promise<Round>) {
  const measured = await inTurns(rounds, { small: inSmall, large: inLarge })
  const times = ratioOf(measured.small, measured.large)
  const [least, most] = [measured.small, measured.large].map((all) =>
    median(all.map(({ perSecond }) => perSecond)),
  )
  return {
    times,
    text: `${times.toFixed(2)} times (${formatNumber(most ?? 0)}/s, ${formatNumber(least ?? 0)}/s)`,
  }
}

/** Rows and keys that MySQL reads for one answer, besides those that a look at the counters reads itself. */
async function rowsRead({ port, requests }: Filled, caller: Caller, question: (typeof questions)[number]) {
  const client = await openClient(port)
  const asked = (requests[caller].get(question) ?? []).slice(0, countedAnswers)
  const count = async (): Promise<number> => {
    let sum = 0
    for (const name of ['key', 'next', 'prev']) sum += await mysql.counter(`Handler_read_${name}`)
    return sum
  }
  // Once before, so that the API key is known already.
  for (const request of asked) await client.send(request, 200)
  const before = await count()
  for (const request of asked) await client.send(request, 200)
  client.close()
  return ((await count()) - before) / asked.length
}

const callersWords: Record<Caller, string> = {
  large: `the account of ${formatNumber(largeSize / 5)}`,
  small: `accounts of ${tasksOfSmall}`,
}
for (const caller of ['large', 'small'] as const) {
  for (const question of questions) {
    const onMysql = await compare(ask(small.mysql, caller, question), ask(large.mysql, caller, question))
    const onSqlite = await compare(ask(small.sqlite, caller, question), ask(large.sqlite, caller, question))
    const rows = [
      await rowsRead(small.mysql, caller, question),
      await rowsRead(large.mysql, caller, question),
    ]
    const [least = 0, most = 0] = rows
    report.add({
      what: `${callersWords[caller]}: ${question}`,
      measured: [onMysql.text, onSqlite.text, `${formatNumber(most)}, ${formatNumber(least)}`],
      promised: atMost(Number((most / least).toFixed(2)), rowsTimesMax, ' times the rows'),
    })
  }
}
report.write([mysql.version])
