import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config/config.ts'
import { reloadProviders } from '../wiring/reload-providers.ts'
import { removeAbandonedWork, wireParts, wireWorker } from '../wiring/wire.ts'
import { cancelMessage, type JobMessage, reloadedMessage, reloadMessage, wakeMessage } from './job-message.ts'

/** How often this thread's connection counts are reported; Prometheus rarely scrapes more often. */
const connectionsReportMs = 5_000

/** How long the thread may outlive its work. */
const lingerMsMax = 200

/** Reports to the process that runs the jobs. */
function report(message: JobMessage): void {
  parentPort?.postMessage(message)
}

/** The thread that claims and runs tasks. Rendering happens in child processes. */
const parts = await wireParts(readConfig(), {
  purpose: 'worker',
  recordsTraces: true,
  onRendererCrash: () => report({ kind: 'renderer-crashed' }),
})
try {
  const loop = wireWorker(parts, {
    onBegun: (task) => report({ kind: 'task-changed', taskId: task.id }),
    onSettled(task, outcome) {
      // First, because callers wait for it.
      report({ kind: 'task-changed', taskId: task.id })
      report({
        kind: 'settled',
        product: task.type,
        outcome,
        waitSeconds: Math.max(0, (task.startedAtMs ?? task.createdAtMs) - task.createdAtMs) / 1000,
        seconds: Math.max(0, Date.now() - task.createdAtMs) / 1000,
      })
    },
    onDelivered: (delivery) => report({ kind: 'engine-delivered', ...delivery }),
    onGateAsked: (asked) => report({ kind: 'gate-asked', ...asked }),
    onStarted: (start) => report({ kind: 'engine-asked', ...start }),
    onCancelled: (task) => report({ kind: 'task-changed', taskId: task.id }),
    onRecovered: (count) => report({ kind: 'leases-recovered', count }),
  })
  parentPort?.on('message', (message: unknown) => {
    if (message === wakeMessage) loop.wake()
    if (message === cancelMessage) loop.stop()
    if (message === reloadMessage)
      void reloadProviders(parts).then(() => parentPort?.postMessage(reloadedMessage))
  })
  const reports = setInterval(() => {
    const use = parts.database.dialect.connectionUse()
    if (use !== undefined) report({ kind: 'connections', ...use })
  }, connectionsReportMs)
  await removeAbandonedWork()
  await loop.run()
  clearInterval(reports)
} finally {
  await parts.close()
}
parentPort?.close()
// Everything is closed: what still holds the thread is a call to a collector that does not respond.
setTimeout(() => process.exit(), lingerMsMax).unref()
