import type { ErrorRequestHandler, Request } from 'express'
import { ClientGoneError } from '../edge/read-bytes.js'
import { sendResponse } from '../edge/send-response.js'
import { withoutHiddenFields } from '../validation/sent-body.js'
import { errorResponse, notImplementedResponse } from './error-response.js'
import { NotImplementedError } from './not-implemented-error.js'
import { toServiceError } from './to-service-error.js'

/** A request that failed for a reason which is not the client's. */
export interface RequestFailure {
  readonly request: Request
  /** INTERNAL is a bug, SERVICE_UNAVAILABLE an outage of what the backend stands on. */
  readonly code: 'INTERNAL' | 'SERVICE_UNAVAILABLE'
  readonly cause: unknown
}

export interface ErrorHandling {
  /** Whether an error is an outage of storage (503) instead of a bug (500). @default none is */
  readonly isOutage?: (error: unknown) => boolean
  /**
   * Whether the backend cannot know what became of the request. The connection is closed without a response
   * then, because an error body means that nothing was done. @default it always knows
   */
  readonly isOutcomeUnknown?: (error: unknown) => boolean
  /**
   * Called with each failure and its cause, which the client never sees.
   * @default the cause is written to standard error
   */
  readonly onFailure?: (failure: RequestFailure) => void
  /**
   * The address of a page about an error code, sent with the error as `Link` with `rel="help"`.
   * @default there are no pages
   */
  readonly helpOf?: (code: string) => string | undefined
}

/**
 * The one place where an error becomes a response. Causes go to `onFailure`, under the request id, and never
 * to the client.
 */
export function errorHandler({
  isOutage = () => false,
  isOutcomeUnknown = () => false,
  onFailure = ({ cause }) => console.error(cause),
  helpOf = () => undefined,
}: ErrorHandling): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (error instanceof ClientGoneError || response.destroyed) return void response.destroy()
    if (error instanceof NotImplementedError) {
      const { status, headers, body } = notImplementedResponse(error, request)
      return sendResponse(response, status, body, headers)
    }
    const serviceError = toServiceError(error, isOutage)
    const { code } = serviceError
    if (code === 'INTERNAL' || code === 'SERVICE_UNAVAILABLE')
      onFailure({ request, code, cause: serviceError.cause ?? serviceError })
    // A response that has begun cannot be retracted; a broken connection tells the client not to trust it.
    if (response.headersSent || isOutcomeUnknown(error)) return void response.destroy()
    const { status, headers, body } = errorResponse(serviceError, request)
    const help = helpOf(code)
    sendResponse(response, status, withoutHiddenFields(request.operation, status, body), {
      ...headers,
      ...(help !== undefined && { Link: `<${help}>; rel="help"` }),
    })
  }
}
