// What traces cost an API process, in its own processor time: acceptances without a collector, with an order's traceparent, and with a
// collector that takes every span, in turns within one run. Run it with `npm run bench -- traces`.
import { createServer } from 'node:http'
import { listenLocally } from '../support/listen-locally.ts'
import { createBenchDatabase, generationRequest } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber, median } from './support/figures.ts'
import { inTurns, pick, runHttpLoad } from './support/load.ts'
import { type MeasuredProcess, startNoEngineService } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { atMost, createReport } from './support/report.ts'

const clients = 16
const rounds = sized(7, 1)
const durationMs = sized(2_000, 500)
/** An order that names its trace adds 55 characters to a row, and two fields to a line of the log. */
const timesMax = 1.1
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
// One process each, so that all are equally warm.
await using off = await startNoEngineService('api', { databaseUrl })
await using header = await startNoEngineService('api', { databaseUrl })
const sampled = (share: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER: 'traceidratio',
  OTEL_TRACES_SAMPLER_ARG: share,
})
await using all = await startNoEngineService('api', { databaseUrl, environment: sampled('1') })
await using some = await startNoEngineService('api', { databaseUrl, environment: sampled('0.01') })

/** Acceptances in one round, and the processor time of the service for each. */
const accept =
  (service: MeasuredProcess, headers: Readonly<Record<string, string>> = {}) =>
  async () => {
    const before = service.cpuSeconds()
    const round = await runHttpLoad(service.port, {
      clients,
      durationMs,
      request: (client, turn) => generationRequest(pick(accounts, client, turn), undefined, headers),
    })
    const accepted = (round.perSecond * durationMs) / 1000
    return { perSecond: round.perSecond, cpuMs: ((service.cpuSeconds() - before) * 1000) / accepted }
  }
const measured = await inTurns<'off' | 'header' | 'some' | 'all', Figures>(rounds, {
  off: accept(off),
  header: accept(header, { traceparent }),
  some: accept(some),
  all: accept(all),
})

interface Figures {
  readonly perSecond: number
  readonly cpuMs: number
}

function describe(figures: readonly Figures[]): string {
  const of = (name: keyof Figures): number => median(figures.map((one) => one[name]))
  return `${of('cpuMs').toFixed(2)} ms of the processor each, ${formatNumber(of('perSecond'))}/s`
}

function compare(what: string, figures: readonly Figures[], most?: number): void {
  const times = median(figures.map(({ cpuMs }, index) => cpuMs / (measured.off[index]?.cpuMs ?? Number.NaN)))
  report.add({
    what,
    measured: `${times.toFixed(2)} times that (${describe(figures)})`,
    promised: most === undefined ? undefined : atMost(Number(times.toFixed(2)), most, ' times'),
  })
}

report.add({ what: 'accept over HTTP without a collector', measured: describe(measured.off) })
compare('the same with a traceparent in each order', measured.header, timesMax)
compare('with a collector, 1 trace of 100 sampled', measured.some)
compare('with a collector, every trace sampled', measured.all)
await collector.close()
report.write([mysql.version])
