import type { RequestListener } from 'node:http'
import type { GateCheckReport } from '../core/ports/gate.ts'
import type { RateLimiter } from '../core/ports/rate-limiter.ts'
import { type Listening, listen } from '../http/connection/listen.ts'
import type { ReadinessCheck } from '../http/health/health.ts'
import { createStartingApp, startIsIncomplete } from '../http/health/starting-app.ts'
import type { JobMessage } from '../jobs/job-message.ts'
import { createServiceMetrics } from '../metrics/service-metrics.ts'
import type { Parts } from '../wiring/wire.ts'
import { wireHttpApp } from '../wiring/wire-http.ts'
import { startHealthService } from './health-service.ts'
import { readinessChecks } from './readiness-checks.ts'

export interface HttpService extends Listening {
  /**
   * Health and metrics on a separate port, if there is one. Close it last, so that the shutdown stays
   * observable.
   */
  readonly health: Listening | undefined
  /** Whether the page at `/` is served. */
  readonly hasPlayground: boolean
  /** Whether the documentation site is built. */
  hasSite(): boolean
  /**
   * Adds what the jobs of this process report to the metrics, and responds to held polls whose task has
   * changed.
   */
  readonly onMessage: (message: JobMessage) => void
}

/** Addresses that mean "every interface of this machine", and lead nowhere from another one. */
const unspecified: readonly string[] = ['0.0.0.0', '[::]']

interface HttpServiceOptions {
  /** Called for every new task, to wake a worker. */
  readonly onAccepted: () => void
  /** @default the contract's requests per minute, counted for all processes that share the database */
  readonly rateLimiter?: RateLimiter
  /** The key by which this machine's playground uses the service. @default its visitors enter their own */
  readonly demoKey?: string | undefined
}

/** Serves the contract, pages and files. Rejects if a port is taken. */
export async function startHttpService(parts: Parts, options: HttpServiceOptions): Promise<HttpService> {
  const { begin } = await openHttpService(parts)
  return begin(options)
}

/**
 * Takes the ports and responds that the service is not ready, until `begin`. A process that changes the data
 * when it starts does so in between: it never does beside another one that serves the same port.
 */
export async function openHttpService(
  parts: Parts,
): Promise<{ begin(options: HttpServiceOptions): HttpService }> {
  const { config, logger } = parts
  warnOfUnreachableLinks(config, logger)
  const checks = readinessChecks(parts)
  const checksAtStart: Record<string, ReadinessCheck> = { ...checks, start: startIsIncomplete }
  const metrics = createServiceMetrics(parts, 'api', checksAtStart)
  const health = await startHealthService(parts, metrics, checksAtStart)
  let serve: RequestListener = createStartingApp({ logger, metrics, corsOrigins: config.corsOrigins })
  const listening = await listen((request, response) => serve(request, response), config)
  return {
    begin(options) {
      const onGateAsked = (asked: GateCheckReport) => metrics.onMessage({ kind: 'gate-asked', ...asked })
      const wired = wireHttpApp(parts, { ...options, metrics, onGateAsked, readinessChecks: checks })
      const { app, taskWatch, hasPlayground, hasSite } = wired
      metrics.countHeldPolls(() => taskWatch.waiting())
      Reflect.deleteProperty(checksAtStart, 'start')
      serve = app
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
    },
  }
}

/** Warns if links are signed for an address that only this machine can reach, as HOST alone would have it. */
function warnOfUnreachableLinks({ publicUrl }: Parts['config'], logger: Parts['logger']): void {
  if (!unspecified.includes(new URL(publicUrl).hostname)) return
  logger.warn(
    { publicUrl },
    '"PUBLIC_URL" is not set to an address that others can reach, and links would be signed for this one: set it to the URL by which clients reach the service',
  )
}
