import { describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

describe('the duration of a request', () => {
  test.each([
    [
      { operation: 'getTask', method: 'GET', route: '/api/v1/tasks/{taskId}', status: '200' },
      'operation="getTask",http_request_method="GET",http_route="/api/v1/tasks/{taskId}",http_response_status_code="200"',
    ],
    [
      { operation: 'getTask', method: 'GET', route: '/api/v1/tasks/{taskId}', status: 'aborted' },
      'operation="getTask",http_request_method="GET",http_route="/api/v1/tasks/{taskId}",error_type="aborted"',
    ],
    [
      { operation: 'readyz', method: 'HEAD', route: undefined, status: '503' },
      'operation="readyz",http_request_method="HEAD",http_response_status_code="503",error_type="503"',
    ],
    [
      { operation: 'unknown', method: 'PROPFIND', route: undefined, status: '404' },
      'operation="unknown",http_request_method="_OTHER",http_response_status_code="404"',
    ],
  ])('has the labels of OpenTelemetry beside the operation: %o', async (request, labels) => {
    const { registry, observeRequest } = createMetrics({ withProcess: false })
    observeRequest({ ...request, durationSeconds: 0.02 })
    expect(await registry.metrics()).toContain(`http_server_request_duration_seconds_count{${labels}} 1`)
  })
})
