import type { RequestListener } from 'node:http'
import { limits } from '@mediagen/contract/limits'
import { createMemoryRateLimiter } from './coordination/memory-rate-limiter.js'
import { createSharedRateLimiter } from './coordination/shared-rate-limiter.js'
import type { TaskWatch } from './coordination/task-watch.js'
import { createHttpApp } from './http/app.js'
import { readSite } from './http/files/site.js'
import type { ReadinessCheck } from './http/health/health.js'
import type { Metrics } from './http/health/metrics.js'
import type { RateLimiter } from './ports/rate-limiter.js'
import { isOutcomeUnknown, isStorageOutage } from './use-cases/storage-outage.js'
import { type Core, wireUseCases } from './wire.js'
import { wireAdmin } from './wire-admin.js'
import { wireTaskWatch } from './wire-task-watch.js'

export interface HttpAppOptions {
  /** Called for every new task, to wake a worker. */
  readonly onAccepted: () => void
  readonly metrics: Metrics & { accepted(product: string, tier: string): void }
  readonly readinessChecks: Readonly<Record<string, ReadinessCheck>>
  /** @default the contract's requests per minute, counted for all processes that share the database */
  readonly rateLimiter?: RateLimiter
}

export interface WiredHttpApp {
  readonly app: RequestListener
  /** Holds the app's polls. Drain it before the app's server closes, or each would use up its time. */
  readonly taskWatch: TaskWatch
}

/**
 * Assembles the HTTP server: the contract's operations, pages, files and probes. A separate module, so that
 * worker threads start without Express.
 */
export function wireHttpApp(core: Core, options: HttpAppOptions): WiredHttpApp {
  const { config, catalogue, logger, signedFiles } = core
  const { metrics } = options
  const taskWatch = wireTaskWatch(core)
  const useCases = wireUseCases(core, {
    taskWatch,
    onAccepted(task) {
      metrics.accepted(task.type, task.tier)
      options.onAccepted()
    },
  })
  const admin = wireAdmin(core)
  const app = createHttpApp({
    useCases,
    rateLimiter: options.rateLimiter ?? createRateLimiter(core),
    logger,
    metrics,
    isOutage: isStorageOutage,
    isOutcomeUnknown,
    readinessChecks: options.readinessChecks,
    withoutMetrics: config.metrics !== undefined,
    corsOrigins: config.corsOrigins,
    gallery: {
      examples: useCases.listExamples().examples,
      file: (assetId) => catalogue.galleryFiles.get(assetId),
    },
    site: readSite(),
    ...(admin !== undefined && { admin }),
    ...(signedFiles !== undefined && { signedFiles }),
  })
  return { app, taskWatch }
}

/** Where one process has the database to itself, counting in memory is cheaper. */
function createRateLimiter({ database, elapsedMs }: Core): RateLimiter {
  const limit = { requestsMax: limits.generationRequestsPerMinute, windowMs: 60_000 }
  return database.dialect.isForManyProcesses
    ? createSharedRateLimiter({ database, limit, nowMs: elapsedMs })
    : createMemoryRateLimiter(limit, elapsedMs)
}
