// What a poll costs: GET /api/v1/tasks/{id} through the whole stack, over MySQL, against a bare Express 5
// that answers the same body from memory, in turns within one run. Run it with `npm run bench -- polls`.
import { fileURLToPath } from 'node:url'
import { type MeasuredProcess, startNoEngineService, startProgram } from './support/api-process.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import {
  createBenchDatabase,
  generationRequest,
  own,
  pick,
  pollRequest,
  taskIdOf,
} from './support/bench-service.ts'
import { formatNumber } from './support/figures.ts'
import { inTurns, medianRound, type Round, ratioOf, runLoad } from './support/load.ts'
import { sized } from './support/options.ts'
import { openClient, openClients } from './support/raw-http-client.ts'
import { createReport } from './support/report.ts'

const rounds = sized(5, 1)
const durationMs = sized(2_000, 500)
const clientCounts = [16, 100, sized(1_000, 200)]
const bareExpress = fileURLToPath(new URL('./support/bare-express.ts', import.meta.url))

const report = createReport('polls')
const mysql = await startBenchMysql()
const { url, database, accounts } = await createBenchDatabase(mysql, 'polls_bench')
const api = await startNoEngineService('api', { databaseUrl: url })
const others: MeasuredProcess[] = []

try {
  const first = await openClient(api.port)
  const polls: Buffer[] = []
  let body = ''
  for (let index = 0; index < 10 * accounts.length; index += 1) {
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
    const load = async (port: number): Promise<Round> => {
      const clients = await openClients(port, count)
      const round = await runLoad({
        clients: count,
        durationMs,
        work: (client, turn) => own(clients, client).send(pick(polls, client, turn), 200),
      })
      for (const client of clients) client.close()
      return round
    }
    const { service, bare, bareUsual } = await inTurns(rounds, {
      service: () => load(api.port),
      bare: () => load(plain.port),
      bareUsual: () => load(usual.port),
    })
    const [ratio, usualRatio] = [ratioOf(service, bare), ratioOf(service, bareUsual)]
    report.add({
      what: `polls, ${count} clients, body of ${body.length} bytes`,
      measured: `${ratio.toFixed(2)} of bare Express without ETag, ${usualRatio.toFixed(2)} with (${describe(service)})`,
    })
    report.add({ what: `the same from bare Express without ETag`, measured: describe(bare) })
  }
  report.write([mysql.version])
} finally {
  for (const other of others) await other.stop()
  await api.stop()
  await database.close()
  await mysql.stop()
}

function describe(measured: readonly Round[]): string {
  const { perSecond, p50Ms, p99Ms } = medianRound(measured)
  return `${formatNumber(perSecond)}/s, p50 ${formatNumber(p50Ms)} ms, p99 ${formatNumber(p99Ms)} ms`
}
