import type { IncomingMessage } from 'node:http'

/**
 * Whether every recipient agrees where a request ends. Node also takes HTTP/0.9 and 2.0, codings before `chunked` that it does
 * not decode, and chunks in HTTP/1.0 (RFC 9112, section 6.1); a proxy that reads them otherwise would see other requests.
 */
export function isPlainlyFramed({
  httpVersion,
  headers,
}: Pick<IncomingMessage, 'httpVersion' | 'headers'>): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false
  // Several lines stand here joined by commas.
  const encoding = headers['transfer-encoding']
  if (encoding === undefined) return true
  return httpVersion === '1.1' && encoding.toLowerCase() === 'chunked'
}
