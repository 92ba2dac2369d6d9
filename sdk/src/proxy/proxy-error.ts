/** What an error adds to its status, code and message. */
export interface ProxyErrorExtras {
  readonly headers?: Readonly<Record<string, string>>
  readonly details?: readonly { readonly path: string; readonly message: string }[]
  /**
   * Whether the service may have executed the request. The response then has no body of the contract, from
   * which the client would conclude that nothing was done. @default false
   */
  readonly isAmbiguous?: boolean
  /** For the proxy's log only. */
  readonly cause?: unknown
}

/** A response of the proxy itself instead of one of the service. Its message is public. */
export class ProxyError extends Error {
  readonly status: number
  readonly code: string
  readonly extras: ProxyErrorExtras

  constructor(status: number, code: string, message: string, extras: ProxyErrorExtras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'ProxyError'
    this.status = status
    this.code = code
    this.extras = extras
  }
}

/**
 * The response for an error, which is one of the contract. An ambiguous one is wrapped in `error`, as
 * gateways do; the SDK reads code and message from it without attributing it to the service.
 */
export function errorResponse({ status, code, message, extras }: ProxyError, requestId: string): Response {
  const { headers = {}, details, isAmbiguous = false } = extras
  const error = { status, code, message, requestId, ...(details && { details }) }
  const body = isAmbiguous ? { error } : error
  return Response.json(body, { status, headers: { ...headers, 'x-request-id': requestId } })
}
