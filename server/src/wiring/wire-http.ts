import type { RequestListener } from 'node:http'
import { createMemoryRateLimiter } from '../coordination/memory-rate-limiter.ts'
import { createSharedRateLimiter } from '../coordination/shared-rate-limiter.ts'
import type { TaskWatch } from '../coordination/task-watch.ts'
import { dayMs } from '../core/domain/utc-day.ts'
import type { GateCheckReport } from '../core/ports/gate.ts'
import type { RateLimiter } from '../core/ports/rate-limiter.ts'
import { createHttpApp, type HttpAppDependencies } from '../http/app.ts'
import type { Metrics, ReadinessCheck } from '../http/health/health.ts'
import { isLoopbackHost } from '../http/pages/loopback-host.ts'
import { readPlayground } from '../http/pages/playground.ts'
import { openSite } from '../http/pages/site.ts'
import { linkOriginOf } from './link-origin.ts'
import { type Parts, wireUseCases } from './wire.ts'
import { wireOperator } from './wire-operator.ts'
import { wireTaskWatch } from './wire-task-watch.ts'

export interface HttpAppOptions {
  /** Called for every new task, to wake a worker. */
  readonly onAccepted: () => void
  readonly metrics: Metrics & { accepted(product: string, tier: string): void }
  /** Called for every request to a gate of uploads with its verdict. */
  readonly onGateAsked?: (report: GateCheckReport) => void
  readonly readinessChecks: Readonly<Record<string, ReadinessCheck>>
  /** @default counts in the database, or in memory if this process has it to itself */
  readonly rateLimiter?: RateLimiter
  /** The key by which this machine's playground uses the service. @default visitors enter their own */
  readonly demoKey?: string | undefined
}

export interface WiredHttpApp {
  readonly app: RequestListener
  /** Holds the app's polls. Drain it before closing the app's server, or each poll would use up its time. */
  readonly taskWatch: TaskWatch
  /** Whether the page at `/` is served. */
  readonly hasPlayground: boolean
  /** Whether the documentation site is built. */
  hasSite(): boolean
}

/**
 * Assembles the HTTP server: the contract's operations, pages, files and probes. A separate module, so that
 * worker threads start without Express.
 */
export function wireHttpApp(parts: Parts, options: HttpAppOptions): WiredHttpApp {
  const { config, catalogue, logger, signedFiles } = parts
  const { metrics } = options
  const taskWatch = wireTaskWatch(parts)
  const useCases = wireUseCases(parts, {
    taskWatch,
    onGateAsked: options.onGateAsked,
    onAccepted(task) {
      metrics.accepted(task.type, task.tier)
      options.onAccepted()
    },
  })
  const operator = wireOperator(parts)
  const playground = wirePlayground(parts, options.demoKey)
  const site = openSite()
  const app = createHttpApp({
    useCases,
    rateLimiter: options.rateLimiter ?? createRateLimiter(parts),
    logger,
    tracer: parts.tracer,
    metrics,
    readinessChecks: options.readinessChecks,
    withoutMetrics: config.metrics !== undefined,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    gallery: {
      examples: useCases.listExamples().examples,
      file: (assetId) => catalogue.galleryFiles.get(assetId),
      // Loaded at the first request: sharp would cost every process its memory.
      sizeImage: async (...image) => (await import('../media/size-image.ts')).sizeImage(...image),
    },
    site,
    operator,
    signedFiles,
    ...playground,
  })
  const hasSite = () => site() !== undefined
  return { app, taskWatch, hasPlayground: playground.playground !== undefined, hasSite }
}

/** The page at `/`, if it is built; visitors need no key of their own only on this machine itself. */
function wirePlayground(
  { config, objectStore, providers, logger }: Parts,
  demoKey: string | undefined,
): Pick<HttpAppDependencies, 'playground' | 'playgroundProxy'> {
  const { playgroundDir, publicUrl, host } = config
  const files = playgroundDir === undefined ? undefined : readPlayground(playgroundDir)
  if (files === undefined) {
    if (playgroundDir !== undefined) logger.info({ playgroundDir }, 'no playground is built in this folder')
    return {}
  }
  const isLocal = isLoopbackHost(host) && isLoopbackHost(new URL(publicUrl).host)
  const isKeyless = demoKey !== undefined && isLocal
  return {
    playground: {
      files,
      linkOrigin: linkOriginOf(objectStore),
      // Asked for each visit: providers are replaced while the service runs.
      isProcedural: () => {
        const engines = providers.list()
        return engines.length > 0 && engines.every(({ isProcedural }) => isProcedural === true)
      },
      retention: retentionOf(config),
    },
    ...(isKeyless && { playgroundProxy: { apiKey: demoKey, logger } }),
  }
}

/** A scrubbed task loses its result, too. */
function retentionOf({ uploadRetentionMs, resultRetentionMs, taskRetentionMs }: Parts['config']) {
  const daysOf = (...limits: (number | undefined)[]) => {
    const shortestMs = Math.min(...limits.map((ms) => ms ?? Number.POSITIVE_INFINITY))
    return Number.isFinite(shortestMs) ? shortestMs / dayMs : null
  }
  return { uploadDays: daysOf(uploadRetentionMs), resultDays: daysOf(resultRetentionMs, taskRetentionMs) }
}

/** If one process has the database to itself, counting in memory is cheaper. */
function createRateLimiter({ database, elapsedMs }: Parts): RateLimiter {
  return database.dialect.isForManyProcesses
    ? createSharedRateLimiter({ database, nowMs: elapsedMs })
    : createMemoryRateLimiter(elapsedMs)
}
