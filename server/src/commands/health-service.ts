import { type Listening, listen } from '../http/connection/listen.ts'
import type { Metrics, ReadinessCheck } from '../http/health/health.ts'
import { createHealthApp } from '../http/health/health-app.ts'
import type { Parts } from '../wiring/wire.ts'

/** Serves health and metrics on METRICS_PORT; undefined if it is not set. Rejects if the port is taken. */
export async function startHealthService(
  { config, logger }: Pick<Parts, 'config' | 'logger'>,
  metrics: Metrics,
  readinessChecks: Readonly<Record<string, ReadinessCheck>>,
): Promise<Listening | undefined> {
  if (config.metrics === undefined) return undefined
  return listen(createHealthApp({ logger, metrics, readinessChecks }), config.metrics)
}
