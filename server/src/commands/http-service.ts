import type { RateLimiter } from '@mediagen/core/ports/rate-limiter'
import { type Listening, listen } from '../http/connection/listen.js'
import type { JobMessage } from '../jobs/job-message.js'
import type { Parts } from '../wire.js'
import { wireHttpApp } from '../wire-http.js'
import { startHealthService } from './health-service.js'
import { readinessChecks } from './readiness-checks.js'
import { createServiceMetrics } from './service-metrics.js'

export interface HttpService extends Listening {
  /**
   * Health and metrics on a separate port, if there is one. Close it last, so that the shutdown stays
   * observable.
   */
  readonly health: Listening | undefined
  /** Whether the page at `/` is served. */
  readonly hasPlayground: boolean
  readonly hasSite: boolean
  /**
   * Adds what the jobs of this process report to the metrics, and answers held polls whose task has changed.
   */
  readonly onMessage: (message: JobMessage) => void
}

/** Serves the contract, pages and files. `onAccepted` is called for every new task, to wake a worker. */
export async function startHttpService(
  parts: Parts,
  options: {
    readonly onAccepted: () => void
    /** @default the contract's requests per minute, counted for all processes that share the database */
    readonly rateLimiter?: RateLimiter
    /** The key by which this machine's playground uses the service. @default its visitors enter their own */
    readonly demoKey?: string | undefined
  },
): Promise<HttpService> {
  const { config } = parts
  const metrics = createServiceMetrics(parts, 'api')
  const checks = readinessChecks(parts)
  const { app, taskWatch, hasPlayground, hasSite } = wireHttpApp(parts, {
    ...options,
    metrics,
    readinessChecks: checks,
  })
  metrics.countHeldPolls(() => taskWatch.waiting())
  const health = await startHealthService(parts, metrics, checks)
  const listening = await listen(app, { host: config.host, port: config.port })
  return {
    ...listening,
    health,
    hasPlayground,
    hasSite,
    onMessage(message) {
      if (message.kind === 'task-changed') taskWatch.wake(message.taskId)
      else metrics.onMessage(message)
    },
    close(closing) {
      taskWatch.drain()
      return listening.close(closing)
    },
  }
}
