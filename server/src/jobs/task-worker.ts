import { parentPort } from 'node:worker_threads'
import { wireWorker } from '../wire.js'
import { report, runJob } from './run-job.js'
import { cancelMessage, wakeMessage } from './scheduler.js'

/** The thread that claims and runs tasks. Renders themselves happen in processes of their own. */
await runJob(async (core) => {
  const loop = wireWorker(core, {
    onSettled: (task, outcome) =>
      report({
        kind: 'settled',
        product: task.type,
        outcome,
        seconds: (Date.now() - task.createdAtMs) / 1000,
      }),
  })
  parentPort?.on('message', (message: unknown) => {
    if (message === wakeMessage) loop.wake()
    if (message === cancelMessage) loop.stop()
  })
  await loop.run()
})
