// What traces cost an API process: acceptances without a collector, with an order's traceparent, and with a
// collector that takes every span, in turns within one run. Run it with `npm run bench -- traces`.
import { createServer } from 'node:http'
import { listenLocally } from '../support/listen-locally.ts'
import { createBenchDatabase, generationRequest } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { describeRounds, inTurns, pick, ratioOf, runHttpLoad } from './support/load.ts'
import { startNoEngineService } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { atLeast, createReport } from './support/report.ts'

const clients = 16
const rounds = sized(7, 1)
const durationMs = sized(2_000, 500)
/** An order that names its trace adds 55 characters to a row, and to a line of the log. */
const ratioMin = 0.9
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const report = createReport('traces')
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'traces_bench')
const { url: databaseUrl, accounts } = database
const collector = await listenLocally(
  createServer((request, response) => {
    request.resume().on('end', () => response.end())
  }),
)
await using off = await startNoEngineService('api', { databaseUrl })
const sampled = (share: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER: 'traceidratio',
  OTEL_TRACES_SAMPLER_ARG: share,
})
await using all = await startNoEngineService('api', { databaseUrl, environment: sampled('1') })
await using some = await startNoEngineService('api', { databaseUrl, environment: sampled('0.01') })

const accept = (port: number, header?: string) => () =>
  runHttpLoad(port, {
    clients,
    durationMs,
    request: (client, turn) =>
      generationRequest(
        pick(accounts, client, turn),
        undefined,
        header === undefined ? {} : { traceparent: header },
      ),
  })
const measured = await inTurns(rounds, {
  off: accept(off.port),
  header: accept(off.port, traceparent),
  some: accept(some.port),
  all: accept(all.port),
})
report.add({ what: 'accept over HTTP without a collector', measured: describeRounds(measured.off) })
const compare = (what: string, rounds: typeof measured.off, min?: number): void => {
  const ratio = ratioOf(rounds, measured.off)
  report.add({
    what,
    measured: `${ratio.toFixed(2)} of that (${describeRounds(rounds)})`,
    promised: min === undefined ? undefined : atLeast(ratio, min),
  })
}
compare('the same with a traceparent in each order', measured.header, ratioMin)
compare('with a collector, 1 trace of 100 sampled', measured.some)
compare('with a collector, every trace sampled', measured.all)
await collector.close()
report.write([mysql.version])
