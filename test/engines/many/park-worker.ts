/**
 * `mediagen worker` as a process of the tests: the built server, the engines of PROVIDERS_FILE, and a short
 * lease.
 */

import { readConfig } from '../../../server/src/config/config.ts'
import { wireParts, wireRun } from '../../../server/src/wiring/wire.ts'
import { defaultRunSettings } from '../../../server/src/worker/default-settings.ts'
import { recoverLeases } from '../../../server/src/worker/recover-leases.ts'
import { runTask } from '../../../server/src/worker/run-task.ts'
import { createWorkerLoop } from '../../../server/src/worker/worker-loop.ts'

const parts = await wireParts(readConfig(), { purpose: 'work' })
// The test is gone: nobody wants this process any more.
process.once('disconnect', () => process.exit(0))
const leaseMs = Number(process.env.PARK_LEASE_MS)
const run = wireRun(parts, {
  onSettled: () => undefined,
  settings: { ...defaultRunSettings, pollMs: 50, submitPauseMs: 50 },
})
const loop = createWorkerLoop({
  database: parts.database,
  worker: `park-worker:${process.pid}`,
  runTask: (task, signal) => runTask(run, task, signal),
  recoverLeases: () => recoverLeases(run),
  capacityAtEngines: async () => new Map(),
  logger: parts.logger,
  settings: {
    leaseMs,
    concurrency: parts.config.workerConcurrency,
    productConcurrency: {},
    idlePollMs: 50,
    recoverMs: leaseMs / 2,
    drainMs: 1_000,
  },
})
process.send?.({ kind: 'ready' })
await loop.run()
