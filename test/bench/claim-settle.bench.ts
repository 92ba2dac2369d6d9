// How quickly waiting tasks are claimed and settled, with ledger entry and balance: the service's own worker
// loop against the same statements bare, and against graphile-worker's batched jobs that do nothing, in turns
// within one run. The engine is left out, for it takes seconds where all of this takes microseconds. Run it
// with `npm run bench -- claim-settle`.
import { findDisagreements } from '../../server/src/database/reconcile-ledger.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { startBenchPostgres } from './support/bench-postgres.ts'
import { drainBare } from './support/drain-bare.ts'
import { drainByGraphile } from './support/drain-graphile.ts'
import { drainByService } from './support/drain-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { fillQueuedTasks } from './support/fill-tasks.ts'
import { inTurns } from './support/load.ts'
import { sized } from './support/options.ts'
import { atLeast, createReport, noneOf } from './support/report.ts'

const rounds = sized(5, 2)
const count = sized(20_000, 5_000)
const promisedOfGraphile = 0.8

const report = createReport('claim-settle')
await using mysql = await startBenchMysql()
await using postgres = await startBenchPostgres()
await using made = await createBenchDatabase(mysql, 'claim_bench')
const { database, bare } = made

/** Jobs a second of one drain, the queue filled before the clock starts. */
async function measure(drain: () => Promise<number>): Promise<number> {
  await fillQueuedTasks(bare, { count, accountIds: made.accountIds })
  return count / ((await drain()) / 1000)
}

const measured = await inTurns<'service' | 'bare' | 'graphile', number>(rounds, {
  service: () => measure(() => drainByService(database, count)),
  bare: () => measure(() => drainBare(bare, { count, batch: 250, connections: 2 })),
  graphile: async () =>
    postgres === undefined ? Number.NaN : count / ((await drainByGraphile(postgres.url, count)) / 1000),
})
const ratioTo = (others: readonly number[]): number =>
  median(measured.service.map((rate, index) => rate / (others[index] ?? Number.NaN)))
report.add({
  what: 'claim and settle, one worker process, 100 accounts',
  measured: `${formatNumber(median(measured.service))}/s`,
})
report.add({
  what: 'against the same statements bare, 250 a batch, 2 connections',
  measured: `${ratioTo(measured.bare).toFixed(2)} (bare ${formatNumber(median(measured.bare))}/s)`,
})
if (postgres === undefined) {
  report.add({ what: 'against graphile-worker', measured: 'there is no PostgreSQL on this machine' })
} else {
  const ratio = ratioTo(measured.graphile)
  report.add({
    what: 'against graphile-worker, batched, jobs that do nothing',
    measured: `${ratio.toFixed(2)} (graphile-worker ${formatNumber(median(measured.graphile))}/s)`,
    promised: atLeast(ratio, promisedOfGraphile),
  })
}
report.add(noneOf('disagreements in the books afterwards', (await findDisagreements(database)).length))
report.write([mysql.version, ...(postgres === undefined ? [] : [postgres.version])])
