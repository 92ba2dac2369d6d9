import type { RequestHandler } from 'express'

const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id'
const exposedHeaders = 'X-Request-Id, Idempotency-Replayed, Preference-Applied, Retry-After'
const allowedMethods = 'GET, HEAD, POST, PUT, OPTIONS'
/** How long a browser need not ask again. */
const preflightSeconds = 600

/**
 * Lets pages of the listed origins call the service; `*` lets any. A request of another origin is answered as
 * ever, only that its browser will not show the answer to the page. Cookies play no part, keys are sent by
 * hand.
 *
 * The package `cors` takes every OPTIONS for a preflight and answers it itself, so that one which is none
 * would lose its Allow, and one of another origin would be told methods and headers.
 */
export function cors(origins: readonly string[]): RequestHandler {
  const any = origins.includes('*')
  const listed = new Set(origins)
  return (request, response, next) => {
    const { origin } = request.headers
    if (!any && listed.size > 0) response.setHeader('Vary', 'Origin')
    if (origin === undefined || !(any || listed.has(origin))) return next()
    response.setHeader('Access-Control-Allow-Origin', any ? '*' : origin)
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders)
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isPreflight) return next()
    response.writeHead(204, {
      'Access-Control-Allow-Methods': allowedMethods,
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': String(preflightSeconds),
    })
    response.end()
  }
}
