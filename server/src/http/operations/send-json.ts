import type { ServerResponse } from 'node:http'

const serialized = new WeakMap<object, Buffer>()

/**
 * Serializes a frequently sent body once; `sendJson` then sends these bytes for this object. All responses
 * share them, so that a client that requests a large response a thousand times and reads none costs the
 * memory of one.
 */
export function serializeOnce<Body extends object>(body: Body): Body {
  serialized.set(body, toBytes(body))
  return body
}

function toBytes(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body))
}

/**
 * Ends a response with a JSON body, headers and body in one write. Express's own `json()` would look up
 * settings, a charset and an ETag first. Node itself omits the body in a response to HEAD.
 */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = bytesOf(body)
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  })
  response.end(bytes)
}

function bytesOf(body: unknown): Buffer {
  const known = typeof body === 'object' && body !== null ? serialized.get(body) : undefined
  return known ?? toBytes(body)
}
