import { ProxyError } from './proxy-error.js'

const exposedHeaders = 'ETag, X-Request-Id, Idempotency-Replayed, Retry-After, Preference-Applied'
/** How long a browser may cache a preflight; none caches it for more than two hours. */
const preflightSeconds = 7200

/**
 * The headers that let a page of a listed origin read a response; none for the page's own origin and for
 * programs without one. Throws a ProxyError for a page of any other origin, whose request the browser would
 * send with the user's cookies.
 */
export function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  const vary: Record<string, string> = origins.length > 0 ? { vary: 'Origin' } : {}
  const origin = request.headers.get('origin')
  if (origin === null) return vary
  if (origins.includes(origin)) {
    return {
      ...vary,
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': exposedHeaders,
    }
  }
  if (isSameOrigin(request, origin)) return vary
  throw new ProxyError(403, 'ORIGIN_NOT_ALLOWED', 'Pages of this origin may not use this proxy.')
}

/** The response to a preflight; undefined for any other request. */
export function preflightResponse({ method, headers }: Request): Response | undefined {
  if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return undefined
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, DELETE',
      // Whatever a listed page wants to send: `authorize` may read it, and the service gets a fixed list.
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '',
      'access-control-max-age': String(preflightSeconds),
    },
  })
}

/**
 * By the browser's own header, otherwise by the host: behind a proxy that terminates TLS, the scheme of
 * `request.url` is not the page's.
 */
function isSameOrigin({ url, headers }: Request, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === (headers.get('host') ?? new URL(url).host)
}
