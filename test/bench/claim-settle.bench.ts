// How quickly waiting tasks are claimed and settled, with ledger entry and balance: the service's own worker
// loop against the same statements bare, in turns within one run. The engine is left out, for it takes seconds
// where all of this takes microseconds. Run it with `npm run bench -- claim-settle`.
import { findDisagreements } from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { drainBare } from './support/drain-bare.ts'
import { drainByService } from './support/drain-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { fillQueuedTasks } from './support/fill-tasks.ts'
import { inTurns, own } from './support/load.ts'
import { sized } from './support/options.ts'
import { createReport, noneOf } from './support/report.ts'

const rounds = sized(5, 2)
const count = sized(20_000, 5_000)

const report = createReport('claim-settle')
await using mysql = await startBenchMysql()
await using made = await createBenchDatabase(mysql, 'claim_bench')
const { database, bare } = made

/** Jobs a second of one drain, the queue filled before the clock starts. */
async function measure(drain: () => Promise<number>): Promise<number> {
  await fillQueuedTasks(bare, { count, accountIds: made.accountIds })
  return count / ((await drain()) / 1000)
}

const measured = await inTurns<'service' | 'bare', number>(rounds, {
  service: () => measure(() => drainByService(database, count)),
  bare: () => measure(() => drainBare(bare, { count, batch: 250, connections: 2 })),
})
const ratio = median(measured.service.map((rate, index) => rate / own(measured.bare, index)))
report.add({
  what: 'claim and settle, one worker process, 100 accounts',
  measured: `${formatNumber(median(measured.service))}/s`,
})
report.add({
  what: 'against the same statements bare, 250 a batch, 2 connections',
  measured: `${ratio.toFixed(2)} (bare ${formatNumber(median(measured.bare))}/s)`,
})
report.add(noneOf('disagreements in the books afterwards', (await findDisagreements(database)).length))
report.write([mysql.version])
