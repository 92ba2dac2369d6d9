import { parentPort } from 'node:worker_threads'
import { reloadProviders } from '../wiring/reload-providers.ts'
import { removeAbandonedWork, wireWorker } from '../wiring/wire.ts'
import { cancelMessage, reloadedMessage, reloadMessage, wakeMessage } from './job-message.ts'
import { report, runJob } from './run-job.ts'

/** How often this thread's connection counts are reported; Prometheus rarely scrapes more often. */
const connectionsReportMs = 5_000

/** The thread that claims and runs tasks. Rendering happens in child processes. */
await runJob(async (parts) => {
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
})
