import type { ErrorRequestHandler, Request } from 'express'
import { ClientGoneError } from '../edge/read-bytes.ts'
import { sendResponse } from '../edge/send-response.ts'
import type { EdgeFacts } from '../facts.ts'
import { jsonOf } from '../validation/int64.ts'
import { withoutHiddenFields } from '../validation/sent-body.ts'
import { DeclaredError } from './declared-error.ts'
import { errorResponse, type KnownError } from './error-response.ts'
import { NotImplementedError } from './not-implemented-error.ts'
import { ServiceError } from './service-error.ts'

/** A request that failed for a reason which is not the client's. */
export interface RequestFailure {
  readonly request: Request
  /** INTERNAL is a bug, SERVICE_UNAVAILABLE an outage of what the backend stands on. */
  readonly code: 'INTERNAL' | 'SERVICE_UNAVAILABLE'
  readonly cause: unknown
}

export interface ErrorHandling {
  /**
   * Whether an error that is none of the contract goes on to the error handlers after it, by `next(error)`, instead of
   * becoming a 500. @default none does
   */
  readonly passesOn?: (error: unknown) => boolean
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
export function errorHandler(
  facts: EdgeFacts,
  {
    passesOn = () => false,
    isOutage = () => false,
    isOutcomeUnknown = () => false,
    onFailure = ({ cause }) => console.error(cause),
    helpOf = () => undefined,
  }: ErrorHandling,
): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (error instanceof ClientGoneError || response.destroyed) return void response.destroy()
    if (!isKnown(error) && passesOn(error)) return next(error)
    const known = isKnown(error)
      ? error
      : new ServiceError(isOutage(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL', { cause: error })
    if (known instanceof ServiceError && isFailure(known.code))
      onFailure({ request, code: known.code, cause: known.cause ?? known })
    // A response that has begun cannot be retracted; a broken connection tells the client not to trust it.
    if (response.headersSent || isOutcomeUnknown(error)) return void response.destroy()
    const { status, headers, body } = errorResponse(facts, known, request)
    const help = known instanceof NotImplementedError ? undefined : helpOf(codeOf(known))
    sendResponse(
      response,
      status,
      withoutHiddenFields(facts, request.operation, status, body),
      {
        ...headers,
        ...(help !== undefined && { Link: `<${help}>; rel="help"` }),
      },
      jsonOf(facts),
    )
  }
}

function isKnown(error: unknown): error is KnownError {
  return (
    error instanceof ServiceError || error instanceof DeclaredError || error instanceof NotImplementedError
  )
}

function isFailure(code: string): code is RequestFailure['code'] {
  return code === 'INTERNAL' || code === 'SERVICE_UNAVAILABLE'
}

/** A declared error has the code that its body says. */
function codeOf(error: ServiceError<string> | DeclaredError): string {
  return error instanceof ServiceError ? error.code : String(Object(error.response.body).code)
}
