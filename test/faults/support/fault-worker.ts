/** `mediagen worker` as a test's process, with a single thread: see `fault-parts.ts`. */

import { wireRun } from '../../../server/src/wiring/wire.ts'
import { defaultRunSettings } from '../../../server/src/worker/default-settings.ts'
import { recoverLeases } from '../../../server/src/worker/recover-leases.ts'
import { runTask } from '../../../server/src/worker/run-task.ts'
import { createWorkerLoop } from '../../../server/src/worker/worker-loop.ts'
import { wireFaultParts } from './fault-parts.ts'

const parts = await wireFaultParts('work')
const leaseMs = Number(process.env.FAULTS_LEASE_MS)
const run = wireRun(parts, {
  onSettled: () => undefined,
  settings: { ...defaultRunSettings, pollMs: 20, submitPauseMs: 50 },
})
const loop = createWorkerLoop({
  database: parts.database,
  worker: `fault-worker:${process.pid}`,
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
process.send?.({ kind: 'ready' })
await loop.run()
