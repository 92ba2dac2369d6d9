import type { IncomingMessage } from 'node:http'
import { countHeader } from './header-values.ts'

/**
 * The media type of a request's body in lower case, without parameters; undefined if the body cannot be read
 * as it is: compressed, in another charset than UTF-8, or declared more than once.
 */
export function plainMediaType(request: IncomingMessage): string | undefined {
  // Of several, Node would take the first and a proxy perhaps the last.
  if (countHeader(request, 'content-type') > 1) return undefined
  const [, ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const isPlain = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase() === 'identity'
  return isUtf8 && isPlain ? mediaTypeOf(request) : undefined
}

/** The media type of a body in lower case, however it is encoded; '' if none was sent. */
export function mediaTypeOf(request: IncomingMessage): string {
  const [mediaType = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  return mediaType.trim()
}
