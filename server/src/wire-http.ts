import type { RequestListener } from 'node:http'
import { createMemoryRateLimiter } from './coordination/memory-rate-limiter.js'
import { createSharedRateLimiter } from './coordination/shared-rate-limiter.js'
import { limits } from './generated/limits.js'
import { createHttpApp } from './http/app.js'
import type { ReadinessCheck } from './http/health/health.js'
import type { Metrics } from './http/health/metrics.js'
import type { RateLimiter } from './ports/rate-limiter.js'
import { isStorageOutage } from './use-cases/storage-outage.js'
import { type Core, wireUseCases } from './wire.js'

export interface HttpAppOptions {
  /** Called for every new task, to wake a worker. */
  readonly onAccepted: () => void
  readonly metrics: Metrics & { accepted(product: string, tier: string): void }
  readonly readinessChecks: Readonly<Record<string, ReadinessCheck>>
  /** @default the contract's requests per minute, counted for all processes that share the database */
  readonly rateLimiter?: RateLimiter
}

/**
 * Assembles the HTTP server: the contract's operations, pages, files and probes. A separate module, so that
 * worker threads start without Express.
 */
export function wireHttpApp(core: Core, options: HttpAppOptions): RequestListener {
  const { config, catalogue, logger, signedFiles } = core
  const { metrics } = options
  const useCases = wireUseCases(core, {
    onAccepted(task) {
      metrics.accepted(task.type, task.tier)
      options.onAccepted()
    },
  })
  return createHttpApp({
    useCases,
    rateLimiter: options.rateLimiter ?? createRateLimiter(core),
    logger,
    metrics,
    isOutage: isStorageOutage,
    readinessChecks: options.readinessChecks,
    withoutMetrics: config.metrics !== undefined,
    corsOrigins: config.corsOrigins,
    gallery: {
      examples: useCases.listExamples().examples,
      file: (assetId) => catalogue.galleryFiles.get(assetId),
    },
    ...(signedFiles !== undefined && { signedFiles }),
  })
}

/** Where one process has the database to itself, counting in memory is cheaper. */
function createRateLimiter({ database, elapsedMs }: Core): RateLimiter {
  const limit = { requestsMax: limits.generationRequestsPerMinute, windowMs: 60_000 }
  return database.dialect.isForManyProcesses
    ? createSharedRateLimiter({ database, limit, nowMs: elapsedMs })
    : createMemoryRateLimiter(limit, elapsedMs)
}
