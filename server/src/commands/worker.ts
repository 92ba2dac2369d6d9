import { readConfig } from '../config/config.ts'
import { createScheduler } from '../jobs/scheduler.ts'
import { createServiceMetrics } from '../metrics/service-metrics.ts'
import { wireParts } from '../wiring/wire.ts'
import { checkTemporaryFolder } from './check-temporary-folder.ts'
import { startHealthService } from './health-service.ts'
import { warnOfProductsNotOffered } from './products-not-offered.ts'
import { readinessChecks } from './readiness-checks.ts'
import { reloadOnSignal } from './reload-on-signal.ts'
import { becomeSoleWorker } from './sole-server.ts'
import { startLogger } from './start-logger.ts'
import { requireDatabase } from './start-problems/require-database.ts'
import { untilStopped } from './until-stopped.ts'

/** `mediagen-server worker`: runs tasks and sweeps; serves health and metrics on METRICS_PORT, and nothing else. */
export async function worker(): Promise<never> {
  const config = readConfig()
  const parts = await wireParts(config, { logger: startLogger(config, 'worker'), recordsTraces: true })
  await checkTemporaryFolder()
  const lock = becomeSoleWorker(config)
  await requireDatabase(parts)
  warnOfProductsNotOffered(parts)
  const checks = {
    ...readinessChecks(parts),
    taskWorker: async () => {
      if (!scheduler.isWorkerRunning()) throw new Error('The thread that runs tasks is not running.')
    },
  }
  const metrics = createServiceMetrics(parts, 'worker', checks)
  const scheduler = createScheduler({ logger: parts.logger, onMessage: metrics.onMessage })
  const health = await startHealthService(parts, metrics, checks)
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
