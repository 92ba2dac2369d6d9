import { recordOf, textOf } from './record.js'

/**
 * Codes for a connection that was never made: no such host, nobody listens, no route, no trust. Bun gives
 * EPROTO for a TLS handshake that failed, ConnectionRefused in older versions.
 */
const unreachableCodes =
  /^(E(CONNREFUSED|NOTFOUND|AI_\w+|(HOST|NET)(UNREACH|DOWN)|PROTO)|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_WRONG\w+|UNABLE_TO\w+|\w*CERT\w*)$/

/**
 * Whether an error of fetch proves that no byte of the request was sent. Node and Bun say so by a code, on
 * the error or on its cause; Deno by words only.
 */
export function isUnreachable(error: unknown): boolean {
  const { code, syscall, errors, message, cause } = recordOf(error)
  // A route may break while a connection is in use, too.
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
  return message || code ? `${text} (${message || code})` : text
}
