import { createMemoryRateLimiter } from '../adapters/rate-limiter/memory-rate-limiter.js'
import { limits } from '../generated/limits.js'
import { createHttpApp } from '../http/app.js'
import { type Listening, listen } from '../http/listen.js'
import type { JobMessage } from '../jobs/job-message.js'
import type { RateLimiter } from '../ports/rate-limiter.js'
import { isStorageAway } from '../use-cases/operate.js'
import { createSharedRateLimiter } from '../use-cases/shared-rate-limiter.js'
import { type Core, wireUseCases } from '../wire.js'
import { startHealthService } from './health-service.js'
import { readinessChecks } from './readiness-checks.js'
import { createServiceMetrics } from './service-metrics.js'

export interface HttpService extends Listening {
  /** Health and metrics where they have a port of their own. Close it last: the stop can then be watched. */
  readonly health: Listening | undefined
  /** Takes what the jobs of this process report into the metrics. */
  readonly onMessage: (message: JobMessage) => void
}

/** Serves the contract and what belongs to it. `onAccepted` is told of every new task, to wake a worker. */
export async function startHttpService(
  core: Core,
  options: {
    readonly onAccepted: () => void
    /** @default as many requests a minute as the contract says, counted for all processes that share the database */
    readonly rateLimiter?: RateLimiter
  },
): Promise<HttpService> {
  const { config, catalogue, database, logger, signedFiles } = core
  const metrics = createServiceMetrics(database)
  const checks = readinessChecks(core)
  const useCases = wireUseCases(core, {
    onAccepted(task) {
      metrics.accepted(task.type, task.tier)
      options.onAccepted()
    },
  })
  const app = createHttpApp({
    useCases,
    rateLimiter: options.rateLimiter ?? createRateLimiter(core),
    logger,
    metrics,
    isOutage: isStorageAway,
    readinessChecks: checks,
    withoutMetrics: config.metrics !== undefined,
    corsOrigins: config.corsOrigins,
    gallery: {
      examples: useCases.listExamples().examples,
      file: (assetId) => catalogue.galleryFiles.get(assetId),
    },
    ...(signedFiles !== undefined && { signedFiles }),
  })
  const health = await startHealthService(core, metrics, checks)
  const listening = await listen(app, { host: config.host, port: config.port })
  return { ...listening, health, onMessage: metrics.onMessage }
}

/** Where one process has the database for itself, its memory is the cheaper place to count in. */
function createRateLimiter({ database, elapsedMs }: Core): RateLimiter {
  const limit = { requestsMax: limits.generationRequestsPerMinute, windowMs: 60_000 }
  return database.dialect.isForManyProcesses
    ? createSharedRateLimiter({ database, limit, nowMs: elapsedMs })
    : createMemoryRateLimiter(limit, elapsedMs)
}
