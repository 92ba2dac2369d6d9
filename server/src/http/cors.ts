import type { RequestHandler } from 'express'

const allowedHeaders =
  'Authorization, Cancel-After, Content-Type, Idempotency-Key, If-None-Match, If-Range, Prefer, Range, traceparent, X-Request-Id'
const exposedHeaders =
  'Content-Range, ETag, Idempotency-Replayed, Link, Preference-Applied, RateLimit-Policy, Retry-After, X-Request-Id'
const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS'
/** How long a browser may cache a preflight. */
const preflightSeconds = 600
/** What pages elsewhere call: the contract, and the files behind its links. */
const sharedPaths = /^\/(api|objects)(\/|$)/

/**
 * Lets pages of the listed origins call the contract and load its files, and nothing else: metrics, probes and
 * the operator's page are not theirs. `*` lets any. A request of another origin gets its usual
 * response, which its browser does not show to the page. Cookies play no part: callers send keys explicitly.
 *
 * The package `cors` treats every OPTIONS as a preflight and responds to it itself, so a plain OPTIONS would
 * lose its Allow, and one of another origin would receive methods and headers.
 */
export function cors(origins: readonly string[]): RequestHandler {
  const any = origins.includes('*')
  const listed = new Set(origins)
  return (request, response, next) => {
    if (!sharedPaths.test(request.path)) return next()
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
