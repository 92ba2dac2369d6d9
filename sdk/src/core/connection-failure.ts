import { recordOf, textOf } from '../types/record.js'

/**
 * Codes for a connection that was never established: no such host, connection refused, no route, no trust.
 * Bun uses EPROTO for a failed TLS handshake, older versions ConnectionRefused.
 */
const unreachableCodes =
  /^(E(CONNREFUSED|NOTFOUND|AI_\w+|(HOST|NET)(UNREACH|DOWN)|PROTO)|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_WRONG\w+|UNABLE_TO\w+|\w*CERT\w*)$/

/**
 * Whether an error of fetch proves that no byte of the request was sent. Node and Bun have a code for it, on
 * the error or on its cause; Deno only a message.
 */
export function isUnreachable(error: unknown): boolean {
  const { code, syscall, errors, message, cause } = recordOf(error)
  // A route may also break while a connection is in use.
  if (syscall === 'read' || syscall === 'write') return false
  if (syscall === 'connect' || unreachableCodes.test(textOf(code) ?? '')) return true
  if (textOf(message)?.includes('client error (Connect)')) return true
  // Node tries every address of a host.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isUnreachable)
  return cause !== undefined && isUnreachable(cause)
}

/** Node's fetch says only "fetch failed"; the reason is in the cause. */
export function describeFailure(error: unknown, isSent: boolean): string {
  if (!(error instanceof Error)) return String(error)
  const { message, code } = recordOf(error.cause ?? (isSent ? undefined : error))
  const text = isSent ? error.message : 'no connection was made'
  // The AggregateError of a host with several addresses has a code and no message.
  // OpenSSL's ends in a line break.
  return message || code ? `${text} (${String(message || code).trim()})` : text
}
