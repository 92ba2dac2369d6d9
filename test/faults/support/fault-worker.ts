/** `mediagen worker` as a test's process, with a single thread: see `fault-core.ts`. */

import { wireRun } from '@mediagen/server/wire'
import { defaultRunSettings } from '@mediagen/worker/default-settings'
import { recoverLeases } from '@mediagen/worker/recover-leases'
import { runTask } from '@mediagen/worker/run-task'
import { createWorkerLoop } from '@mediagen/worker/worker-loop'
import { wireFaultCore } from './fault-core.ts'

const core = await wireFaultCore('work')
const leaseMs = Number(process.env.FAULTS_LEASE_MS)
const run = wireRun(core, {
  onSettled: () => undefined,
  settings: { ...defaultRunSettings, pollMs: 20, submitPauseMs: 50 },
})
const loop = createWorkerLoop({
  database: core.database,
  worker: `fault-worker:${process.pid}`,
  runTask: (task, signal) => runTask(run, task, signal),
  recoverLeases: () => recoverLeases(run),
  capacityAtEngines: async () => new Map(),
  logger: core.logger,
  settings: {
    leaseMs,
    concurrency: core.config.workerConcurrency,
    productConcurrency: {},
    idlePollMs: 50,
    // As often as leases can expire; a test that expires them explicitly also takes them back explicitly.
    recoverMs: leaseMs / 2,
    drainMs: 1_000,
  },
})
process.send?.({ kind: 'ready' })
await loop.run()
