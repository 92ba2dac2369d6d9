// What a poll costs: GET /api/v1/tasks/{id} through the whole stack, over MySQL and the links of an S3 store,
// against a bare Express 5 that sends the same body from memory, in turns within one run. Run it with
// `npm run bench -- polls`.
import { fileURLToPath } from 'node:url'
import { createBenchDatabase, pollRequest, submit } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatLimit } from './support/figures.ts'
import { fillFinishedTasks } from './support/fill-tasks.ts'
import { describeRounds, inTurns, own, pick, type Round, ratioOf, runHttpLoad } from './support/load.ts'
import { type MeasuredProcess, startNoEngineService, startProgram } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { openClient } from './support/raw-http-client.ts'
import { atLeast, createReport } from './support/report.ts'
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
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'polls_bench')
const { url, accounts } = database
const taskCount = tasksPerAccount * accounts.length
await using store = await startYesStore()
await fillFinishedTasks(database.bare, { count: taskCount, accountIds: database.accountIds })
const finished = (await database.findTasks()).map((task) => pollRequest(task))
await using api = await startNoEngineService('api', { databaseUrl: url, environment: store.environment })

const first = await openClient(api.port)
const polls: Buffer[] = []
for (let index = 0; index < taskCount; index += 1) {
  const account = own(accounts, index % accounts.length)
  polls.push(pollRequest({ account, taskId: await submit(first, account) }))
}
const body = (await first.send(own(polls, 0), 200)).split('\r\n\r\n')[1] ?? ''
first.close()
const startBare = (etag: 'on' | 'off'): Promise<MeasuredProcess> =>
  startProgram([bareExpress], { path: '/api/v1/tasks/any', environment: { BODY: body, ETAG: etag } })
await using plain = await startBare('off')
await using usual = await startBare('on')

for (const clients of clientCounts) {
  const load = (port: number, requests: readonly Buffer[] = polls): Promise<Round> =>
    runHttpLoad(port, {
      clients,
      durationMs,
      request: (client, turn) => pick(requests, client, turn),
    })
  const { service, ended, bare, bareUsual } = await inTurns(rounds, {
    service: () => load(api.port),
    ended: () => load(api.port, finished),
    bare: () => load(plain.port),
    bareUsual: () => load(usual.port),
  })
  const [ratio, usualRatio] = [ratioOf(service, bare), ratioOf(service, bareUsual)]
  const min = ratioMin[clients]
  report.add({
    what: `polls, ${formatLimit(clients)} clients, body of ${body.length} bytes`,
    measured: `${ratio.toFixed(2)} of bare Express without ETag, ${usualRatio.toFixed(2)} with (${describeRounds(service)})`,
    promised: min === undefined ? undefined : atLeast(ratio, min, ' of bare without ETag'),
  })
  const endedRatio = ratioOf(ended, service)
  report.add({
    what: `polls of finished tasks with a link to S3, ${formatLimit(clients)} clients`,
    measured: `${endedRatio.toFixed(2)} of the polls of waiting tasks (${describeRounds(ended)})`,
    promised: min === undefined ? undefined : atLeast(endedRatio, finishedRatioMin),
  })
  report.add({ what: `the same from bare Express without ETag`, measured: describeRounds(bare) })
}
report.write([mysql.version])
