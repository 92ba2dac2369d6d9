import { setTimeout as pause } from 'node:timers/promises'
import { sendJson } from '@mediagen/contract/edge'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { shareRunning } from '../../core/async/share-running.ts'
import { withTimeout } from '../../core/async/with-timeout.ts'
import type { Logger } from '../../core/ports/logger.ts'

/** A check that takes longer has failed: probes need a prompt response. */
export const checkTimeoutMs = 2_000
/**
 * Minimum age of a response before the next is computed, under a flood of probes and scrapes; a single probe
 * never waits.
 */
const responseIntervalMs = 50

/** Throws, or never resolves, if a dependency of the service is not usable. */
export type ReadinessCheck = () => Promise<unknown>

/** The service's Prometheus metrics. Other parts may add their own to the registry. */
export interface Metrics {
  readonly registry: Registry
  observeRequest(request: {
    readonly operation: string
    readonly method: string
    /** As the contract writes the path; undefined for what is no operation. */
    readonly route: string | undefined
    /** `aborted` without a response. */
    readonly status: string
    readonly durationSeconds: number
  }): void
}

export interface HealthDependencies {
  readonly logger: Logger
  readonly metrics: Metrics
  /** By the name that /readyz shows, such as database, objectStore, migrations. */
  readonly readinessChecks: Readonly<Record<string, ReadinessCheck>>
}

type CheckDependencies = Pick<HealthDependencies, 'logger' | 'readinessChecks'>

export const probePaths = [
  { method: 'get', path: '/healthz' },
  { method: 'get', path: '/readyz' },
] as const

export const metricsPaths = [{ method: 'get', path: '/metrics' }] as const

/** By the name of each check. */
export type CheckOutcomes = Readonly<Record<string, 'ok' | 'failed'>>

export type Readiness = () => Promise<CheckOutcomes>

/** Runs all checks, shared by all who ask for it; never rejects. */
export function sharedReadiness(deps: CheckDependencies): Readiness {
  return sharedResponse(() => checkAll(deps))
}

/** /healthz: the process responds. /readyz: so do its dependencies. */
export function probeRoutes(deps: HealthDependencies, readiness = sharedReadiness(deps)): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/healthz', (request, response) => {
    request.operation = 'healthz'
    sendJson(response, 200, { status: 'ok' })
  })
  router.get('/readyz', async (request, response) => {
    request.operation = 'readyz'
    const checks = await readiness()
    const isReady = Object.values(checks).every((outcome) => outcome === 'ok')
    sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', checks })
  })
  return router
}

/** /metrics: for Prometheus. */
export function metricsRoutes(deps: HealthDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const metrics = sharedResponse(() => deps.metrics.registry.metrics())
  router.get('/metrics', async (request, response) => {
    request.operation = 'metrics'
    const text = await metrics()
    response
      .writeHead(200, { 'Content-Type': deps.metrics.registry.contentType, 'Cache-Control': 'no-store' })
      .end(text)
  })
  return router
}

/**
 * Concurrent requests share a response, and the next is computed 50 ms after the last at the earliest:
 * whatever the load, the database is queried and the metrics are collected at most 20 times a second.
 */
export function sharedResponse<T>(make: () => Promise<T>): () => Promise<T> {
  let begunMs = Number.NEGATIVE_INFINITY
  return shareRunning(async () => {
    const waitMs = begunMs + responseIntervalMs - performance.now()
    // A timer drops the fraction of a millisecond.
    if (waitMs > 0) await pause(Math.ceil(waitMs))
    begunMs = performance.now()
    return make()
  })
}

async function checkAll(deps: CheckDependencies): Promise<CheckOutcomes> {
  const outcomes = Object.entries(deps.readinessChecks).map(
    async ([name, check]) => [name, await run(deps, name, check)] as const,
  )
  return Object.fromEntries(await Promise.all(outcomes))
}

/** The reason of a failed check goes to the log; callers of the public probe do not need it. */
async function run(deps: CheckDependencies, name: string, check: ReadinessCheck): Promise<'ok' | 'failed'> {
  try {
    await withTimeout(checkTimeoutMs, check(), () => new Error(`No response within ${checkTimeoutMs} ms.`))
    return 'ok'
  } catch (err) {
    deps.logger.warn({ err, check: name }, 'readiness check failed')
    return 'failed'
  }
}
