// What a poll costs: GET /api/v1/tasks/{id} through the whole stack, over MySQL and the links of an S3 store,
// against a bare Express 5 that answers the same body from memory, in turns within one run. Run it with
// `npm run bench -- polls`.
import { fileURLToPath } from 'node:url'
import type { RowDataPacket } from 'mysql2/promise'
import { type MeasuredProcess, startNoEngineService, startProgram } from './support/api-process.ts'
import { openBarePool, startBenchMysql } from './support/bench-mysql.ts'
import {
  createBenchDatabase,
  generationRequest,
  own,
  pick,
  pollRequest,
  taskIdOf,
} from './support/bench-service.ts'
import { formatNumber } from './support/figures.ts'
import { fillFinishedTasks } from './support/fill-tasks.ts'
import { inTurns, medianRound, type Round, ratioOf, runLoad } from './support/load.ts'
import { sized } from './support/options.ts'
import { openClient, openClients } from './support/raw-http-client.ts'
import { createReport } from './support/report.ts'
import { startYesStore } from './support/yes-store.ts'

const rounds = sized(5, 1)
const durationMs = sized(2_000, 500)
const clientCounts = [16, 100, sized(1_000, 200)]
/** Of bare Express, by the number of clients. */
const ratioMin: Readonly<Record<number, number>> = { 16: 0.25, 100: 0.35 }
/** Of the polls of waiting tasks: each has a link to sign, and four times the body. */
const finishedRatioMin = 0.7
const tasksPerAccount = 10
const bareExpress = fileURLToPath(new URL('./support/bare-express.ts', import.meta.url))

const report = createReport('polls')
const mysql = await startBenchMysql()
const { url, database, accounts } = await createBenchDatabase(mysql, 'polls_bench')
const store = await startYesStore()
const finished = await fillFinished()
const api = await startNoEngineService('api', { databaseUrl: url, environment: store.environment })
const others: MeasuredProcess[] = []

async function fillFinished(): Promise<Buffer[]> {
  const pool = openBarePool(url, 1)
  const count = tasksPerAccount * accounts.length
  await fillFinishedTasks(pool, { count, accountIds: accounts.map(({ accountId }) => accountId) })
  const [rows] = await pool.query<RowDataPacket[]>('select id, account_id from tasks')
  await pool.end()
  return rows.flatMap(({ id, account_id }) =>
    accounts
      .filter(({ accountId }) => accountId === account_id)
      .map((account) => pollRequest(account, String(id))),
  )
}

try {
  const first = await openClient(api.port)
  const polls: Buffer[] = []
  let body = ''
  for (let index = 0; index < tasksPerAccount * accounts.length; index += 1) {
    const account = own(accounts, index % accounts.length)
    const taskId = taskIdOf(await first.send(generationRequest(account), 200))
    const poll = pollRequest(account, taskId)
    polls.push(poll)
    if (index === 0) body = (await first.send(poll, 200)).split('\r\n\r\n')[1] ?? ''
  }
  first.close()
  const startBare = async (etag: 'on' | 'off'): Promise<MeasuredProcess> => {
    const bare = await startProgram([bareExpress], {
      path: '/api/v1/tasks/any',
      environment: { BODY: body, ETAG: etag },
    })
    others.push(bare)
    return bare
  }
  const plain = await startBare('off')
  const usual = await startBare('on')

  for (const count of clientCounts) {
    const load = async (port: number, requests: readonly Buffer[] = polls): Promise<Round> => {
      const clients = await openClients(port, count)
      const round = await runLoad({
        clients: count,
        durationMs,
        work: (client, turn) => own(clients, client).send(pick(requests, client, turn), 200),
      })
      for (const client of clients) client.close()
      return round
    }
    const { service, ended, bare, bareUsual } = await inTurns(rounds, {
      service: () => load(api.port),
      ended: () => load(api.port, finished),
      bare: () => load(plain.port),
      bareUsual: () => load(usual.port),
    })
    const [ratio, usualRatio] = [ratioOf(service, bare), ratioOf(service, bareUsual)]
    const atLeast = ratioMin[count]
    report.add({
      what: `polls, ${count} clients, body of ${body.length} bytes`,
      measured: `${ratio.toFixed(2)} of bare Express without ETag, ${usualRatio.toFixed(2)} with (${describe(service)})`,
      ...(atLeast !== undefined && {
        promised: { text: `at least ${atLeast} of bare without ETag`, isMet: ratio >= atLeast },
      }),
    })
    const endedRatio = ratioOf(ended, service)
    report.add({
      what: `polls of finished tasks with a link to S3, ${count} clients`,
      measured: `${endedRatio.toFixed(2)} of the polls of waiting tasks (${describe(ended)})`,
      ...(atLeast !== undefined && {
        promised: { text: `at least ${finishedRatioMin}`, isMet: endedRatio >= finishedRatioMin },
      }),
    })
    report.add({ what: `the same from bare Express without ETag`, measured: describe(bare) })
  }
  report.write([mysql.version])
} finally {
  for (const other of others) await other.stop()
  await api.stop()
  await database.close()
  await mysql.stop()
  store.stop()
}

function describe(measured: readonly Round[]): string {
  const { perSecond, p50Ms, p99Ms } = medianRound(measured)
  return `${formatNumber(perSecond)}/s, p50 ${formatNumber(p50Ms)} ms, p99 ${formatNumber(p99Ms)} ms`
}
