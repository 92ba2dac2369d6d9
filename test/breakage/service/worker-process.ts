/** `mediagen worker` as a test's process: see `process-parts.ts`. `service-process.ts` starts it. */
import { wireRun } from '../../../server/src/wiring/wire.ts'
import { defaultRunSettings } from '../../../server/src/worker/default-settings.ts'
import { recoverLeases } from '../../../server/src/worker/recover-leases.ts'
import { runTask } from '../../../server/src/worker/run-task.ts'
import { createWorkerLoop } from '../../../server/src/worker/worker-loop.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { settings, wireProcessParts } from './process-parts.ts'
import { runSweeps } from './run-sweeps.ts'

const { leaseMs = 600_000 } = settings
const parts = await wireProcessParts('worker')
const run = wireRun(parts, {
  onSettled: () => undefined,
  settings: { ...defaultRunSettings, pollMs: 20, submitPauseMs: 50 },
})
const loop = createWorkerLoop({
  database: parts.database,
  worker: `test-worker:${process.pid}`,
  runTask: (task, signal) => runTask(run, task, signal),
  recoverLeases: () => recoverLeases(run),
  capacityAtEngines: async () => new Map(),
  logger: parts.logger,
  settings: {
    leaseMs,
    concurrency: parts.config.workerConcurrency,
    productConcurrency: {},
    idlePollMs: 50,
    // As often as leases can expire; a test that expires them explicitly also takes them back explicitly.
    recoverMs: leaseMs / 2,
    drainMs: 1_000,
  },
})
if (settings.sweeps !== undefined) {
  const { lockFile, ...sweeps } = settings.sweeps
  void runSweeps(parts, { ...sweeps, exclusively: (sweep) => oneAtATime(lockFile, sweep) })
}
process.send?.({ kind: 'ready' })
await loop.run()
