// What an acceptance costs over MySQL: the whole HTTP stack against the same rows written by bare mysql2
// transactions, in turns within one run, so that the ratio holds on a noisy machine. Run it with `npm run
// bench -- accept`.

import type { PoolConnection } from 'mysql2/promise'
import { newTaskId } from '../../server/src/core/domain/ids.ts'
import { type BenchAccount, createBenchDatabase, generationRequest } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatLimit } from './support/figures.ts'
import { describeRounds, inTurns, own, pick, ratioOf, runHttpLoad, runLoad } from './support/load.ts'
import { startNoEngineService } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { atLeast, createReport, noneOf } from './support/report.ts'

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

const report = createReport('accept')
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'accept_bench')
const { url, accounts, bare } = database
await using api = await startNoEngineService('api', { databaseUrl: url })
const bareConnections = await Promise.all(Array.from({ length: connections }, () => bare.getConnection()))
let keys = 0

async function compare(
  name: string,
  options: {
    readonly accountOf: (client: number, turn: number) => BenchAccount
    readonly ratioMin?: number
    readonly withKeys?: boolean
  },
): Promise<void> {
  const { accountOf, ratioMin, withKeys = false } = options
  const keyOf = (): string | undefined => {
    keys += 1
    return withKeys ? `key-${keys}` : undefined
  }
  const measured = await inTurns(rounds, {
    bare: () =>
      runLoad({
        clients: connections,
        durationMs,
        work: (client, turn) =>
          acceptBare(own(bareConnections, client), accountOf(client, turn).accountId, keyOf()),
      }),
    http: () =>
      runHttpLoad(api.port, {
        clients: connections,
        durationMs,
        request: (client, turn) => generationRequest(accountOf(client, turn), keyOf()),
      }),
  })
  const ratio = ratioOf(measured.http, measured.bare)
  report.add({
    what: `accept over HTTP, ${name}, ${connections} connections`,
    measured: `${ratio.toFixed(2)} of bare (HTTP ${describeRounds(measured.http)}, bare ${describeRounds(measured.bare)})`,
    promised: ratioMin === undefined ? undefined : atLeast(ratio, ratioMin, ' of bare'),
  })
}

const anyAccount = (client: number, turn: number): BenchAccount => pick(accounts, client, turn)
await compare('100 accounts', { accountOf: anyAccount, ratioMin: 0.6 })
await compare('one hot account', { accountOf: () => pick(accounts, 0, 0), ratioMin: 0.85 })
await compare('100 accounts, with idempotency keys', { accountOf: anyAccount, withKeys: true, ratioMin: 0.6 })
for (const connection of bareConnections) connection.release()

for (const clients of [100, sized(1_000, 200)]) {
  const request = (client: number, turn: number) => generationRequest(anyAccount(client, turn))
  const { http } = await inTurns(sized(3, 1), {
    http: () => runHttpLoad(api.port, { clients, durationMs: 2 * durationMs, request }),
  })
  report.add({ what: `accept over HTTP, ${formatLimit(clients)} clients`, measured: describeRounds(http) })
}
report.add(noneOf('deadlocks in all of it', await mysql.counter('Innodb_deadlocks')))
report.write([mysql.version])
