import type { RequestHandler } from 'express'
import type { Logger } from '../ports/logger.js'
import type { Metrics } from './health/metrics.js'
import { requestIdOf } from './request-id.js'

/** The first step of a request: assigns its id, and logs its end. */
export function beginRequest(deps: { readonly logger: Logger; readonly metrics: Metrics }): RequestHandler {
  return (request, response, next) => {
    const startedMs = performance.now()
    request.requestId = requestIdOf(request)
    response.setHeader('X-Request-Id', request.requestId)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.once('close', () => {
      const durationMs = performance.now() - startedMs
      const operation = request.operation ?? 'unknown'
      // A client that disconnected is worth logging, but not an error.
      const status = response.writableFinished ? String(response.statusCode) : 'aborted'
      deps.metrics.observeRequest({ operation, status, durationSeconds: durationMs / 1000 })
      const { requestId, method, context } = request
      deps.logger.info(
        {
          requestId,
          operation,
          method,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          ...(context !== undefined && { accountId: context.accountId }),
        },
        'request',
      )
    })
    next()
  }
}
