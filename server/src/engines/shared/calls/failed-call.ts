import { CostlyJsonError } from './json-limits.ts'
import { TooLargeError, TooSlowError } from './read-body.ts'

/** A call without a complete response. */
export type FailedCall =
  /** The request certainly never reached the engine: connection refused, unknown host, TLS failure. */
  | { readonly kind: 'notSent'; readonly message: string }
  /** The request may have reached the engine. */
  | {
      readonly kind: 'noResponse'
      readonly message: string
      /** The response exceeded a limit of its size; repeating the call would return the same response. */
      readonly isTooLarge?: true
    }

/** Errors of a connection that was never established: no byte of the request was sent. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
])

/**
 * A time limit aborts with a DOMException; a worker that stops or has lost its lease aborts with an Error.
 */
function endedBy(reason: unknown): string {
  return reason instanceof Error && !(reason instanceof DOMException)
    ? `${reason.message} The engine had not answered.`
    : 'The engine did not respond in time.'
}

/** What an error of a call says about its request. */
export function failureOf(error: unknown, signal: AbortSignal): FailedCall {
  if (error instanceof TooLargeError || error instanceof CostlyJsonError)
    return { kind: 'noResponse', message: error.message, isTooLarge: true }
  if (error instanceof TooSlowError) return { kind: 'noResponse', message: error.message }
  if (signal.aborted) return { kind: 'noResponse', message: endedBy(signal.reason) }
  const code = isBadPort(error) ? badPort : codeOf(error)
  return {
    kind: wasNeverSent(error) ? 'notSent' : 'noResponse',
    message: `The connection failed${code === undefined ? '' : ` (${code})`}.`,
  }
}

/** Errors of connecting and of DNS only: the same codes can end a connection after the request was sent. */
function wasNeverSent(error: unknown): boolean {
  if (isBadPort(error)) return true
  const cause = causeOf(error)
  if (cause === undefined || !notSentCodes.has(cause.code)) return false
  return !('syscall' in cause) || cause.syscall === 'connect' || cause.syscall === 'getaddrinfo'
}

/** What `fetch` says, without a code, of a port that the Fetch standard blocks: it does not connect. */
const badPort = 'bad port'

function isBadPort(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && error.cause.message === badPort
}

/** The code of the error that caused a failure, such as ECONNREFUSED. */
export function codeOf(error: unknown): string | undefined {
  return causeOf(error)?.code
}

function causeOf(error: unknown): (Error & { readonly code: string }) | undefined {
  let cause: unknown = error
  while (cause instanceof Error) {
    if (hasCode(cause)) return cause
    // Several addresses were tried and none was reached: the first error represents all.
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause
  }
  return undefined
}

function hasCode(error: Error): error is Error & { readonly code: string } {
  return 'code' in error && typeof error.code === 'string'
}
