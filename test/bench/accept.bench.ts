// What an acceptance costs over MySQL: the whole HTTP stack against the same rows written by bare mysql2 transactions, in
// turns within one run, so that the ratio holds on a noisy machine. Run it with `npm run bench -- accept`.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPool, type Pool } from 'mysql2/promise'
import { openDatabase } from '../../server/dist/database/database.js'
import { migrate } from '../../server/dist/database/migrate.js'
import { newTaskId } from '../../server/dist/domain/ids.js'
import { Usd } from '../../server/dist/domain/usd.js'
import { createAdministration } from '../../server/dist/use-cases/administer-accounts.js'
import { findFreePort } from '../support/free-port.ts'
import { startMysql } from '../support/mysql.ts'
import { findMysqlSource } from '../support/mysql-source.ts'
import { percentile, printFigure } from './figures.ts'

const connections = 16
const rounds = 5
const roundMs = 2_000

interface Account {
  readonly accountId: string
  readonly apiKey: string
}

interface Round {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Runs `work` on so many connections at once for one round. */
async function runRound(work: (connection: number, turn: number) => Promise<void>): Promise<Round> {
  const samples: number[] = []
  const startedAt = performance.now()
  const loop = async (connection: number): Promise<void> => {
    for (let turn = 0; performance.now() - startedAt < roundMs; turn += 1) {
      const sentAt = performance.now()
      await work(connection, turn)
      samples.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => loop(connection)))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: samples.length / seconds,
    p50Ms: percentile(samples, 0.5),
    p99Ms: percentile(samples, 0.99),
  }
}

/** The acceptance as a careful person would write it by hand: five statements, the guarded UPDATE last. */
async function acceptBare(pool: Pool, accountId: string): Promise<void> {
  const id = newTaskId(Date.now())
  const now = Date.now()
  const parameters = JSON.stringify({ prompt: 'a red door', widthPx: 1024, heightPx: 1024 })
  const connection = await pool.getConnection()
  try {
    await connection.query('begin')
    await connection.query(
      `insert into tasks (id, account_id, type, tier, status, parameters, cost, created_at, queue_position,
         attempt, epoch)
       values (?, ?, 'image.generate', '1k', 'QUEUED', ?, 20000, ?, ?, 0, 0)`,
      [id, accountId, parameters, now, now],
    )
    await connection.query('insert into task_queue (product, position, task_id) values (?, ?, ?)', [
      'image.generate',
      now,
      id,
    ])
    await connection.query(
      `insert into ledger_entries (account_id, task_id, phase, kind, amount, created_at) values (?, ?, 1, 'reserve', 20000, ?)`,
      [accountId, id, now],
    )
    await connection.query(
      'update accounts set balance = balance - 20000, reserved = reserved + 20000 where id = ? and balance >= 20000',
      [accountId],
    )
    await connection.query('commit')
  } finally {
    connection.release()
  }
}

function acceptOverHttp(agent: Agent, port: number, { apiKey }: Account): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/v1/images/generations',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      },
      (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end('{"prompt":"a red door"}')
  })
}

function median(rounds: readonly Round[], figure: keyof Round): number {
  return percentile(
    rounds.map((round) => round[figure]),
    0.5,
  )
}

const source = findMysqlSource()
if (source === undefined) throw new Error('This benchmark needs MySQL: see MEDIAGEN_TEST_MYSQL_URL.')
const server = await startMysql(source)
const folder = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
const admin = createPool(server.url)
await admin.query('create database if not exists accept_bench')
await admin.end()
const url = new URL(server.url)
url.pathname = '/accept_bench'
const database = openDatabase({ url: url.href })
await migrate(database)
const administration = createAdministration(database)
const accounts: Account[] = []
for (let index = 0; index < 100; index += 1) {
  accounts.push(await administration.createAccount({ balance: Usd.parse('1000000.00') }))
}
const port = await findFreePort()
const api = spawn(process.execPath, [fileURLToPath(new URL('./unlimited-api.ts', import.meta.url))], {
  env: {
    ...process.env,
    DATABASE_URL: url.href,
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'error',
    SIGNING_SECRET: 'a secret of the benchmark, long enough for the rule',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const pool = createPool({ uri: url.href, connectionLimit: connections })
pool.pool.on('connection', (connection) => {
  connection.query('set session transaction isolation level read committed')
})

try {
  const [hot] = accounts
  if (hot === undefined) throw new Error('There are no accounts.')
  const some = (connection: number, turn: number): Account =>
    accounts[(connection * 37 + turn) % accounts.length] ?? hot
  while (
    !(await acceptOverHttp(agent, port, hot).then(
      () => true,
      () => false,
    ))
  ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  for (const [name, accountOf, promised] of [
    ['100 accounts', some, 0.6],
    ['one hot account', () => hot, 0.54],
  ] as const) {
    const bare: Round[] = []
    const http: Round[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const bareRound = await runRound((connection, turn) =>
        acceptBare(pool, accountOf(connection, turn).accountId),
      )
      const httpRound = await runRound((connection, turn) =>
        acceptOverHttp(agent, port, accountOf(connection, turn)),
      )
      if (round === 0) continue // warms up both
      bare.push(bareRound)
      http.push(httpRound)
    }
    const ratio = percentile(
      http.map((round, index) => round.perSecond / (bare[index]?.perSecond ?? Number.NaN)),
      0.5,
    )
    const describe = (rounds: Round[]): string =>
      `${median(rounds, 'perSecond').toFixed(0)}/s (${median(rounds, 'p50Ms').toFixed(1)}/${median(rounds, 'p99Ms').toFixed(1)} ms)`
    printFigure(`accept, ${name}`, `HTTP ${describe(http)}, bare ${describe(bare)}`, {
      met: ratio >= promised,
      text: `${ratio.toFixed(2)} of bare; at least ${promised}`,
    })
  }
} finally {
  api.kill('SIGTERM')
  agent.destroy()
  await pool.end()
  await database.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
