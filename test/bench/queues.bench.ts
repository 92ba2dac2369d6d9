// The service as a queue beside graphile-worker, pg-boss and BullMQ: the workloads of the public harness
// hardbyte/postgresql-job-queue-benchmarking, on one machine in one run. Run it with `npm run bench -- queues`.
import type { QueueModule } from './queues/queue-under-test.ts'
import {
  describeDrains,
  drainedJobs,
  type Finding,
  jobMs,
  jobsPerSecond,
  killPauseMs,
  measureClean,
  measureDrains,
  measureKills,
  measureRestart,
  processes,
  recoveryMsMax,
  restartedJobs,
  type Side,
} from './queues/scenarios.ts'
import { installRivals } from './rivals/import-rival.ts'
import { formatNumber, median } from './support/figures.ts'
import { createReport } from './support/report.ts'

const names = ['mediagen', 'graphile-worker', 'pg-boss', 'BullMQ'] as const

await installRivals()
const report = createReport('queues', names)
await using started = new AsyncDisposableStack()
const sides: Side[] = []
for (const name of names) {
  const { startServer }: QueueModule = await import(`./queues/${name.toLowerCase()}.ts`)
  sides.push({ module: name.toLowerCase(), server: started.use(await startServer()) })
}

/** One after the other: two at once would disturb each other. */
async function eachSide<Result>(measure: (side: Side) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const side of sides) results.push(await measure(side))
  return results
}

/** What happens to a queue must end well for ours; the others are beside it. */
function add(what: string, findings: readonly Finding[]): void {
  const ours = findings[0]?.hasRecovered
  report.add({
    what,
    measured: findings.map(({ words }) => words),
    ...(ours !== undefined && { promised: { text: 'mediagen: every job ends', isMet: ours } }),
  })
}

const seconds = formatNumber(recoveryMsMax / 1000)
const steady = `${jobsPerSecond} jobs of ${jobMs} ms a second`
const clean = await eachSide((side) => measureDrains(side, 'clean'))
report.add({
  what: `clean: jobs that do nothing, ${formatNumber(drainedJobs)} queued at once`,
  measured: clean.map((drains) => `${formatNumber(median(drains?.rates ?? [Number.NaN]))}/s`),
})
add(`clean: ${steady}, from adding one to its start`, await eachSide(measureClean))
add(
  `a worker of ${processes} killed every ${killPauseMs / 1000} s under ${steady}, with the default recovery; jobs done within ${seconds} s of the last`,
  await eachSide((side) => measureKills(side, 'default')),
)
add(
  'the same with the quickest recovery that is documented',
  await eachSide((side) => measureKills(side, 'quickest')),
)
add(
  `the database killed in ${formatNumber(restartedJobs)} jobs of ${jobMs} ms, and back after 2 s; jobs done within ${seconds} s`,
  await eachSide(measureRestart),
)
for (const [what, words] of [
  ['snapshot', 'a snapshot held for 20 s: the rate in the end, of that in the beginning; left behind'],
  ['bloat', 'a minute of draining: the rate in the end, of that in the beginning; left behind'],
] as const) {
  const drains = await eachSide((side) => measureDrains(side, what))
  report.add({
    what: words,
    measured: drains.map((one) => (one === undefined ? 'has no snapshots' : describeDrains(one))),
  })
}
report.write([...new Set(sides.map(({ server }) => server.version))])
