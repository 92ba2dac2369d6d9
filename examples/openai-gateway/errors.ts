import {
  ApiError,
  ConnectionError,
  MediagenError,
  TaskCancelledError,
  TaskFailedError,
  UploadRejectedError,
} from '@mediagen/sdk'

/** An error of the gateway itself, in OpenAI's words. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: number
  readonly code: string
  /** The field that is wrong, where it is one. */
  readonly param: string | null

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
  }
}

/** The code of what the gateway did not foresee. */
export const internalErrorCode = 'internal_error'

/** An error as the OpenAI client expects it. */
export interface OpenaiError {
  readonly status: number
  readonly headers: Record<string, string>
  readonly error: { message: string; type: string; param: string | null; code: string }
}

/** What an error of the gateway, of the SDK or of the service is to a client of OpenAI. */
export function openaiErrorOf(error: unknown): OpenaiError {
  if (error instanceof GatewayError) return errorOf(error.status, error.code, error.message, error.param)
  if (error instanceof ApiError) return ofService(error)
  // A task that failed was refunded; the same request would only get the same.
  if (error instanceof TaskFailedError) {
    return errorOf(error.code === 'INVALID_INPUT' ? 400 : 500, error.code.toLowerCase(), error.message)
  }
  if (error instanceof TaskCancelledError) {
    const message = 'The task was cancelled and refunded, as nobody waited for it: send a new request.'
    return errorOf(409, 'request_cancelled', message)
  }
  if (error instanceof UploadRejectedError)
    return errorOf(400, error.code.toLowerCase(), error.message, 'image')
  // The same key makes it safe to ask again.
  if (error instanceof ConnectionError) return temporary(503, 'service_unavailable', error.message)
  if (error instanceof MediagenError) return errorOf(502, 'bad_gateway', error.message)
  return errorOf(500, internalErrorCode, 'The gateway failed.')
}

function ofService(error: ApiError): OpenaiError {
  const { status, message, retryAfterMs, requestId, details } = error
  const code = error.code.toLowerCase()
  if (status === 401) return errorOf(401, 'invalid_api_key', message)
  // OpenAI has no 402: without credit it responds with 429 and this code.
  if (status === 402) return errorOf(429, 'insufficient_quota', message)
  const isTemporary = status === 408 || status === 429 || status >= 500
  const param = details[0]?.path.replace(/^\//, '') || null
  const mapped = isTemporary
    ? temporary(status, status === 429 ? 'rate_limit_exceeded' : code, message)
    : errorOf(status, code, message, param)
  if (retryAfterMs !== undefined) mapped.headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000))
  if (requestId !== undefined) mapped.headers['x-request-id'] = requestId
  return mapped
}

const types = new Map([
  [401, 'authentication_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
])

/** The client retries 408, 409, 429 and 5xx unless a header says that this does not help. */
function errorOf(status: number, code: string, message: string, param: string | null = null): OpenaiError {
  const own = code === 'insufficient_quota' ? code : types.get(status)
  const type = own ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { status, headers: { 'x-should-retry': 'false' }, error: { message, type, param, code } }
}

function temporary(status: number, code: string, message: string): OpenaiError {
  return { ...errorOf(status, code, message), headers: {} }
}
