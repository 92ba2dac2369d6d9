import { APICallError } from '@ai-sdk/provider'
import { ApiError, MediagenError, TaskFailedError } from '@mediagen/sdk'

/** The call that failed. */
interface FailedCall {
  readonly url: string
  readonly body: unknown
}

/**
 * The error of the AI SDK that says the same: an APICallError for a response or a connection, with the
 * error of `@mediagen/sdk` as its cause. Any other error stays as it is, such as TaskFailedError, CostLimitError
 * and the reason of an abort; the AI SDK does not repeat those.
 */
export function toAiError(error: unknown, { url, body }: FailedCall): unknown {
  if (!(error instanceof MediagenError)) return error
  const isOfCall = error instanceof ApiError || (error.retryable && !(error instanceof TaskFailedError))
  if (!isOfCall) return error
  return new APICallError({
    message: error.message,
    url,
    requestBodyValues: body,
    ...responseOf(error),
    cause: error,
    isRetryable: error.retryable,
    data: JSON.parse(JSON.stringify(error)),
  })
}

function responseOf(error: MediagenError) {
  if (!(error instanceof ApiError)) return {}
  const { status, retryAfterMs, requestId, code, message, details } = error
  return {
    statusCode: status,
    responseHeaders: {
      ...(requestId !== undefined && { 'x-request-id': requestId }),
      // What the AI SDK waits before it repeats the call.
      ...(retryAfterMs !== undefined && { 'retry-after-ms': String(retryAfterMs) }),
    },
    responseBody: JSON.stringify({ code, message, details }),
  }
}
