import type { ServerResponse } from 'node:http'

const serialized = new WeakMap<object, Buffer>()

/**
 * Serializes a frequently sent body once; `sendJson` then sends these bytes for this object. All responses
 * share them, so that a client that requests a large response a thousand times and reads none costs the
 * memory of one.
 */
export function serializeOnce<Body extends object>(body: Body): Body {
  serialized.set(body, Buffer.from(JSON.stringify(body)))
  return body
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
  jsonOf: (body: unknown) => string = JSON.stringify,
): void {
  const content = contentOf(body, jsonOf)
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(content),
  })
  response.end(content)
}

/** Text goes out in one piece with the headers; bytes would be a second one. */
function contentOf(body: unknown, jsonOf: (body: unknown) => string): string | Buffer {
  const known = typeof body === 'object' && body !== null ? serialized.get(body) : undefined
  return known ?? jsonOf(body)
}
