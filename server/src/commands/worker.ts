import { readConfig } from '../config.js'
import { createScheduler } from '../jobs/scheduler.js'
import { wireParts } from '../wire.js'
import { checkTemporaryFolder } from './check-temporary-folder.js'
import { startHealthService } from './health-service.js'
import { warnOfProductsNotOffered } from './products-not-offered.js'
import { readinessChecks } from './readiness-checks.js'
import { reloadOnSignal } from './reload-on-signal.js'
import { createServiceMetrics } from './service-metrics.js'
import { becomeSoleWorker } from './sole-server.js'
import { requireDatabase } from './start-problems/require-database.js'
import { untilStopped } from './until-stopped.js'

/** `mediagen worker`: runs tasks and sweeps; serves health and metrics on METRICS_PORT, and nothing else. */
export async function worker(): Promise<never> {
  const config = readConfig()
  const parts = await wireParts(config)
  await checkTemporaryFolder()
  const lock = becomeSoleWorker(config)
  await requireDatabase(parts)
  warnOfProductsNotOffered(parts)
  const metrics = createServiceMetrics(parts, 'worker')
  const scheduler = createScheduler({ logger: parts.logger, onMessage: metrics.onMessage })
  const health = await startHealthService(parts, metrics, {
    ...readinessChecks(parts),
    taskWorker: async () => {
      if (!scheduler.isWorkerRunning()) throw new Error('The thread that runs tasks is not running.')
    },
  })
  reloadOnSignal(parts, () => scheduler.reloadProviders())
  await scheduler.start()
  const { workerConcurrency: concurrency } = parts.config
  parts.logger.info({ concurrency, metricsPort: health?.port }, 'worker is running')
  const stop = async (): Promise<void> => {
    await scheduler.stop()
    // Last of all, so that the worker stays observable until its tasks have ended.
    await health?.close()
    await parts.close()
    lock?.release()
  }
  return untilStopped(parts.logger, stop, parts.config)
}
