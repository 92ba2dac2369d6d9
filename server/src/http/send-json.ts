import type { ServerResponse } from 'node:http'

/**
 * Ends a response with a JSON body, headers and body in one write. Express's own `json()` would look for settings,
 * a charset and an ETag first. Node itself leaves the body out of an answer to HEAD.
 */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  })
  response.end(bytes)
}
