import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { sendJson } from './send-json.ts'

/**
 * Ends a response with any body: JSON unless the headers name another type, bytes, text or a stream as they
 * are, and none at all for undefined. A stream that fails breaks the connection, so that the client does not
 * take a part for the whole. `jsonOf` writes JSON.
 */
export function sendResponse(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  jsonOf: (body: unknown) => string = JSON.stringify,
): void {
  const mediaType = headers['Content-Type']
  if (body === undefined) sendNothing(response, status, headers)
  else if (mediaType === undefined) sendJson(response, status, body, headers, jsonOf)
  else sendTyped(response, status, body, { ...headers, 'Content-Type': mediaType }, jsonOf)
}

function sendTyped(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> & { readonly 'Content-Type': string },
  jsonOf: (body: unknown) => string,
): void {
  response.writeHead(status, { 'Cache-Control': 'no-store', ...headers })
  if (body instanceof Readable) {
    body.once('error', () => response.destroy())
    response.once('close', () => body.destroy())
    body.pipe(response)
  } else {
    response.end(isJson(headers['Content-Type']) || !isRaw(body) ? jsonOf(body) : body)
  }
}

/**
 * A length of 0, because a client of HTTP/1.1 would otherwise wait for chunks; 204 and 304 must have none.
 */
function sendNothing(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  const mayHaveBody = status !== 204 && status !== 304 && response.req.method !== 'HEAD'
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...headers,
    ...(mayHaveBody && { 'Content-Length': 0 }),
  })
  response.end()
}

function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json *(;|$)/i.test(mediaType)
}

function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}
