import { Router } from 'express'
import type { Logger } from './logger.js'
import type { Metrics } from './metrics.js'
import { sendJson } from './send-json.js'

/** A check that takes longer has failed: whoever asks wants to know now. */
const checkTimeoutMs = 2_000

/** Throws, or never ends, when a part that the service needs cannot be used. */
export type ReadinessCheck = () => Promise<unknown>

export interface HealthDependencies {
  readonly logger: Logger
  readonly metrics: Metrics
  /** By the name that /readyz shows, such as database, objectStore, migrations. */
  readonly readinessChecks: Readonly<Record<string, ReadinessCheck>>
}

export const healthPaths = [
  { method: 'get', path: '/healthz' },
  { method: 'get', path: '/readyz' },
  { method: 'get', path: '/metrics' },
] as const

/** /healthz: the process answers. /readyz: and everything it needs does. /metrics: for Prometheus. */
export function healthRoutes(deps: HealthDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/healthz', (request, response) => {
    request.operation = 'healthz'
    sendJson(response, 200, { status: 'ok' })
  })
  router.get('/readyz', async (request, response) => {
    request.operation = 'readyz'
    const names = Object.keys(deps.readinessChecks)
    const outcomes = await Promise.all(
      Object.entries(deps.readinessChecks).map(([name, check]) => run(deps, name, check)),
    )
    const isReady = outcomes.every((outcome) => outcome === 'ok')
    const checks = Object.fromEntries(names.map((name, index) => [name, outcomes[index]]))
    sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', checks })
  })
  router.get('/metrics', async (request, response) => {
    request.operation = 'metrics'
    const text = await deps.metrics.registry.metrics()
    response
      .writeHead(200, { 'Content-Type': deps.metrics.registry.contentType, 'Cache-Control': 'no-store' })
      .end(text)
  })
  return router
}

/** Why a check failed is for the log; whoever may ask here need not know. */
async function run(deps: HealthDependencies, name: string, check: ReadinessCheck): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${checkTimeoutMs} ms.`)), checkTimeoutMs)
  })
  try {
    await Promise.race([check(), timeout])
    return 'ok'
  } catch (err) {
    deps.logger.warn({ err, check: name }, 'readiness check failed')
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}
