import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Metrics } from '../http/health/health.ts'

type RequestLabels = Omit<Parameters<Metrics['observeRequest']>[0], 'durationSeconds'>

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
    name: 'http_server_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its response, by operation and status.',
    labelNames,
    buckets: durationBucketsSeconds,
    registers: [registry],
  })
  return {
    registry,
    observeRequest: ({ durationSeconds, ...request }) =>
      durations.observe(labelsOf(request), durationSeconds),
  }
}

/** OpenTelemetry's attributes, and the operation, which also names pages. */
const labelNames = [
  'operation',
  'http_request_method',
  'http_route',
  'http_response_status_code',
  'error_type',
] as const

/** A request without a response has no status, and one to a page no route. */
function labelsOf({
  operation,
  method,
  route,
  status,
}: RequestLabels): Partial<Record<(typeof labelNames)[number], string>> {
  return {
    operation,
    http_request_method: knownMethods.has(method) ? method : '_OTHER',
    ...(route !== undefined && { http_route: route }),
    ...(status !== 'aborted' && { http_response_status_code: status }),
    ...((status === 'aborted' || Number(status) >= 500) && { error_type: status }),
  }
}

/** Those of RFC 9110 and PATCH: a client that makes up others would otherwise make up series. */
const knownMethods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])
