import type { FetchInit } from '../../../sdk/src/core/fetch.ts'

import type { FileFault, ForeignResponse, RetryAfter } from './plan.ts'
import { type Arrival, ownError, type Reply, textReply } from './wire.ts'
import type { World } from './world.ts'

/** What something on the way responds with. */
export function foreignReply(what: ForeignResponse, { redirect }: FetchInit): Reply {
  const page = (status: number, headers: Record<string, string> = {}) =>
    textReply(status, '<html><h1>Welcome</h1></html>', { 'content-type': 'text/html', ...headers })
  switch (what) {
    case 'redirect':
      return redirect === 'manual' ? page(302, { location: 'https://portal.test/login' }) : page(200)
    case 'badGateway':
      return page(502)
    case 'gatewayTimeout':
      return page(504, { 'retry-after': '2' })
    case 'rejected':
      return page(403)
    case 'json':
      return textReply(200, '{"status":"ok"}', { 'content-type': 'application/json' })
    case 'empty':
      return textReply(200, '', {})
    default:
      return page(200)
  }
}

/** The service's own response when it cannot do it now. */
export function busyReply(world: World, status: number, { seconds, as }: RetryAfter): Reply {
  const code = status === 429 ? 'RATE_LIMITED' : status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL'
  if (as === 'none') return ownError(status, code)
  if (as === 'seconds') return ownError(status, code, { 'retry-after': String(seconds) })
  const date = (ms: number) => new Date(ms).toUTCString()
  const until = { 'retry-after': date(world.serviceMs() + 1000 * seconds) }
  return ownError(status, code, as === 'date' ? { ...until, date: date(world.serviceMs()) } : until)
}

/**
 * A store that gives something else than what was asked for, so that a client can tell: a first response of
 * the right type and size whose bytes are wrong would need a checksum, which links do not have.
 */
export function fileReply(
  reply: Reply,
  { url, headers: asked }: Arrival,
  how: FileFault,
  saysSize: boolean,
): Reply {
  if (url.host !== 'files.test' || reply.status >= 300 || !('etag' in reply.headers)) return reply
  const { etag = '', ...headers } = reply.headers
  const isRest = 'range' in asked
  const wrong = reply.body.map((byte) => byte ^ 255)
  switch (how) {
    case 'otherVersion':
      return isRest ? { ...reply, headers: { ...headers, etag: '"other"' }, body: wrong } : reply
    case 'noEtag':
      return { ...reply, headers, body: isRest ? wrong : reply.body }
    case 'weakEtag':
      return { ...reply, headers: { ...headers, etag: `W/${etag}` }, body: isRest ? wrong : reply.body }
    case 'longer': {
      if (!isRest && !saysSize) return reply
      const { 'content-length': _, ...rest } = headers
      return { ...reply, headers: { ...rest, etag }, body: new Uint8Array([...reply.body, 1, 2, 3]) }
    }
    case 'ignoresRange':
      // The whole of another file, as by a store that knows no ranges.
      return isRest ? { status: 200, headers: { ...headers, etag: '"other"' }, body: wrong } : reply
    case 'wrongRange': {
      const range = headers['content-range']?.replace(
        /bytes \d+/,
        (start) => `bytes ${Number(start.slice(6)) + 1}`,
      )
      return isRest ? { ...reply, headers: { ...headers, etag, 'content-range': range ?? '' } } : reply
    }
    case 'gone':
      return textReply(404, '<Error/>', { 'content-type': 'application/xml' })
  }
}
