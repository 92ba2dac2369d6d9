import type { ErrorRequestHandler } from 'express'
import type { Logger } from '../ports/logger.js'
import { errorAnswer, toServiceError } from './error-answer.js'
import { ClientGoneError } from './operations/read-json.js'
import { sendJson } from './operations/send-json.js'

/**
 * The one place where an error becomes a response. Causes go to the log, under the request id, and never to
 * the client.
 */
export function answerError(deps: {
  logger: Logger
  isOutage: (error: unknown) => boolean
}): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (error instanceof ClientGoneError || response.destroyed) return void response.destroy()
    const refusal = toServiceError(error, deps.isOutage)
    const { requestId, operation } = request
    if (refusal.code === 'INTERNAL') {
      deps.logger.error({ requestId, operation, err: refusal.cause ?? refusal }, 'request failed')
    } else if (refusal.code === 'SERVICE_UNAVAILABLE') {
      deps.logger.warn(
        { requestId, operation, err: refusal.cause ?? refusal },
        'request refused: storage is unreachable',
      )
    }
    // A response that has begun cannot be retracted; a broken connection tells the client not to trust it.
    if (response.headersSent) return void response.destroy()
    const { status, headers, body } = errorAnswer(refusal, requestId)
    sendJson(response, status, body, headers)
  }
}
