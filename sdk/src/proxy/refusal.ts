/** What a refusal adds to its status, code and message. */
export interface RefusalExtras {
  readonly headers?: Readonly<Record<string, string>>
  readonly details?: readonly { readonly path: string; readonly message: string }[]
  /**
   * Whether the service may have done what was asked. The answer then has no body of the contract, by which
   * the client would know that nothing was done. @default false
   */
  readonly isAmbiguous?: boolean
  /** For the log of the proxy alone. */
  readonly cause?: unknown
}

/** An answer of the proxy itself instead of one of the service. Its message is public. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly extras: RefusalExtras

  constructor(status: number, code: string, message: string, extras: RefusalExtras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.extras = extras
  }
}

/**
 * The response of a refusal: an error of the contract. An ambiguous one is wrapped in `error`, as gateways
 * do, from which the SDK reads code and message without taking it for the service's word.
 */
export function refusalResponse({ status, code, message, extras }: Refusal, requestId: string): Response {
  const { headers = {}, details, isAmbiguous = false } = extras
  const error = { status, code, message, requestId, ...(details && { details }) }
  const body = isAmbiguous ? { error } : error
  return Response.json(body, { status, headers: { ...headers, 'x-request-id': requestId } })
}
