import type { IncomingMessage } from 'node:http'

/**
 * Whether every recipient agrees where a request ends. Node also accepts HTTP/0.9 and 2.0, codings before
 * `chunked` that it does not decode, and chunks in HTTP/1.0 (RFC 9112, section 6.1); a proxy that reads these
 * differently would see other requests.
 */
export function isPlainlyFramed({
  httpVersion,
  headers,
}: Pick<IncomingMessage, 'httpVersion' | 'headers'>): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false
  // Node joins repeated header lines with commas.
  const encoding = headers['transfer-encoding']
  if (encoding === undefined) return true
  return httpVersion === '1.1' && encoding.toLowerCase() === 'chunked'
}
