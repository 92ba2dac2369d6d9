// The service as a queue beside graphile-worker, pg-boss and BullMQ: the workloads of the public harness
// hardbyte/postgresql-job-queue-benchmarking, on one machine in one run. Run it with `npm run bench -- queues`.
import type { QueueModule } from './queues/queue-under-test.ts'
import {
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
import { formatNumber } from './support/figures.ts'
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

/** One queue after the other: two at once would disturb each other. What happens to ours must end well. */
async function measure(what: string, scenario: (side: Side) => Promise<Finding>): Promise<void> {
  const findings: Finding[] = []
  for (const side of sides) {
    // A queue that breaks must not take the figures of the others with it.
    findings.push(await scenario(side).catch((error) => ({ words: `broke: ${error}`, hasRecovered: false })))
  }
  const ours = findings[0]?.hasRecovered
  report.add({
    what,
    measured: findings.map(({ words }) => words),
    ...(ours !== undefined && { promised: { text: 'mediagen: every job ends', isMet: ours } }),
  })
}

const within = `within ${formatNumber(recoveryMsMax / 1000)} s`
const steady = `${jobsPerSecond} jobs of ${jobMs} ms a second`
await measure(`clean: jobs that do nothing, ${formatNumber(drainedJobs)} queued at once`, (side) =>
  measureDrains(side, 'clean'),
)
await measure(`clean: ${steady}, from adding one to its start`, measureClean)
await measure(
  `one of ${processes} workers killed every ${killPauseMs / 1000} s under ${steady}, with the default recovery: jobs done ${within} of the last`,
  (side) => measureKills(side, 'default'),
)
await measure('the same with the quickest recovery that is documented', (side) =>
  measureKills(side, 'quickest'),
)
await measure(
  `the database killed amid ${formatNumber(restartedJobs)} jobs of ${jobMs} ms, and back after 2 s, with the default recovery: jobs done ${within}`,
  measureRestart,
)
await measure(
  'a snapshot held for 20 s: the rate in the end, of that in the beginning; what is left',
  (side) => measureDrains(side, 'snapshot'),
)
await measure('a minute of draining: the rate in the end, of that in the beginning; what is left', (side) =>
  measureDrains(side, 'bloat'),
)
report.write([...new Set(sides.map(({ server }) => server.version))])
