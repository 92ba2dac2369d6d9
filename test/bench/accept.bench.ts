// What an acceptance costs over MySQL: the whole HTTP stack against the same rows written by bare mysql2
// transactions, in turns within one run, so that the ratio holds on a noisy machine. Run it with `npm run
// bench -- accept`.

import type { Pool, PoolConnection } from 'mysql2/promise'
import { newTaskId } from '../../server/src/core/domain/ids.ts'
import { startNoEngineService } from './support/api-process.ts'
import { openBarePool, startBenchMysql } from './support/bench-mysql.ts'
import {
  type BenchAccount,
  createBenchDatabase,
  generationRequest,
  own,
  pick,
} from './support/bench-service.ts'
import { formatNumber } from './support/figures.ts'
import { inTurns, medianRound, type Round, ratioOf, runLoad } from './support/load.ts'
import { sized } from './support/options.ts'
import { openClients } from './support/raw-http-client.ts'
import { createReport } from './support/report.ts'

const connections = 16
const rounds = sized(7, 1)
const durationMs = sized(2_000, 500)

/** The acceptance as a careful person would write it by hand: the guarded UPDATE last. */
async function acceptBare(
  connection: PoolConnection,
  accountId: string,
  idempotencyKey: string | undefined,
): Promise<void> {
  const now = Date.now()
  const id = newTaskId(now)
  const parameters = JSON.stringify({ prompt: 'a red door', widthPx: 1024, heightPx: 1024 })
  await connection.query('begin')
  if (idempotencyKey !== undefined) {
    await connection.query(
      `insert into idempotency_keys (account_id, idempotency_key, fingerprint, task_id, created_at)
       values (?, ?, ?, ?, ?)`,
      [accountId, idempotencyKey, Buffer.alloc(32, 7), id, now],
    )
  }
  await connection.query(
    `insert into tasks (id, account_id, type, tier, status, parameters, cost, created_at, queue_position, attempt, epoch)
     values (?, ?, 'image.generate', '1k', 'QUEUED', ?, 20000, ?, ?, 0, 0)`,
    [id, accountId, parameters, now, now],
  )
  await connection.query(
    `insert into task_queue (product, position, task_id) values ('image.generate', ?, ?)`,
    [now, id],
  )
  await connection.query(
    `insert into ledger_entries (account_id, task_id, phase, kind, amount, created_at)
     values (?, ?, 1, 'reserve', 20000, ?)`,
    [accountId, id, now],
  )
  await connection.query(
    'update accounts set balance = balance - 20000, reserved = reserved + 20000 where id = ? and balance >= 20000',
    [accountId],
  )
  await connection.query('commit')
}

async function reserveConnections(pool: Pool): Promise<PoolConnection[]> {
  return Promise.all(Array.from({ length: connections }, () => pool.getConnection()))
}

const report = createReport('accept')
const mysql = await startBenchMysql()
const { url, database, accounts } = await createBenchDatabase(mysql, 'accept_bench')
const api = await startNoEngineService('api', { databaseUrl: url })
const pool = openBarePool(url, connections)

try {
  const bareConnections = await reserveConnections(pool)
  const clients = await openClients(api.port, connections)
  let keys = 0
  const compare = async (
    name: string,
    options: {
      accountOf: (client: number, turn: number) => BenchAccount
      promised?: number
      withKeys?: boolean
    },
  ): Promise<void> => {
    const keyOf = (): string | undefined => {
      keys += 1
      return options.withKeys ? `key-${keys}` : undefined
    }
    const measured = await inTurns(rounds, {
      bare: () =>
        runLoad({
          clients: connections,
          durationMs,
          work: (client, turn) =>
            acceptBare(own(bareConnections, client), options.accountOf(client, turn).accountId, keyOf()),
        }),
      http: () =>
        runLoad({
          clients: connections,
          durationMs,
          work: (client, turn) =>
            own(clients, client).send(generationRequest(options.accountOf(client, turn), keyOf()), 200),
        }),
    })
    const ratio = ratioOf(measured.http, measured.bare)
    report.add({
      what: `accept over HTTP, ${name}, ${connections} connections`,
      measured: `${ratio.toFixed(2)} of bare (HTTP ${describe(measured.http)}, bare ${describe(measured.bare)})`,
      ...(options.promised !== undefined && {
        promised: { text: `at least ${options.promised} of bare`, isMet: ratio >= options.promised },
      }),
    })
  }
  const anyAccount = (client: number, turn: number): BenchAccount => pick(accounts, client, turn)
  const hotAccount = (): BenchAccount => pick(accounts, 0, 0)
  await compare('100 accounts', { accountOf: anyAccount, promised: 0.6 })
  await compare('one hot account', { accountOf: hotAccount, promised: 0.54 })
  await compare('100 accounts, with idempotency keys', { accountOf: anyAccount, withKeys: true })
  for (const client of clients) client.close()

  for (const count of [100, sized(1_000, 200)]) {
    const many = await openClients(api.port, count)
    const load = (): Promise<Round> =>
      runLoad({
        clients: count,
        durationMs: 2 * durationMs,
        work: (client, turn) => own(many, client).send(generationRequest(pick(accounts, client, turn)), 200),
      })
    const { http } = await inTurns(sized(3, 1), { http: load })
    report.add({ what: `accept over HTTP, ${count} clients`, measured: describe(http) })
    for (const client of many) client.close()
  }
  const deadlocks = (await mysql.counters()).get('Innodb_deadlocks') ?? 0
  report.add({
    what: 'deadlocks in all of it',
    measured: String(deadlocks),
    promised: { text: 'none', isMet: deadlocks === 0 },
  })
  report.write([mysql.version])
} finally {
  await api.stop()
  pool.pool.end()
  await database.close()
  await mysql.stop()
}

function describe(rounds: readonly Round[]): string {
  const { perSecond, p50Ms, p99Ms } = medianRound(rounds)
  return `${formatNumber(perSecond)}/s, p50 ${formatNumber(p50Ms)} ms, p99 ${formatNumber(p99Ms)} ms`
}
