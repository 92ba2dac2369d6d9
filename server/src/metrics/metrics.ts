import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../http/health/health.ts'

/** From a poll served from memory to a request that waits for a busy database. */
const durationBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * A separate registry, so that two services in one process do not mix. `withProcess` adds memory, processor
 * and event loop. @default true
 */
export function createMetrics(options: { withProcess?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (options.withProcess ?? true) collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its response, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    buckets: durationBucketsSeconds,
    registers: [registry],
  })
  return {
    registry,
    observeRequest: ({ operation, status, durationSeconds }) =>
      durations.observe({ operation, status }, durationSeconds),
  }
}
