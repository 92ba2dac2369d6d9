import 'server-only'
import { createProxy, type ProxyHandler } from '@mediagen/sdk/proxy'
import { sessionOf } from './session'

let proxy: ProxyHandler | undefined

/**
 * The proxy for pages. It has the key, from MEDIAGEN_API_KEY, and the address of the service, from
 * MEDIAGEN_BASE_URL. Made at the first request, since a build has neither.
 */
export function mediagenProxy(request: Request): Promise<Response> {
  proxy ??= createProxy({ authorize: ({ headers }) => sessionOf(headers), maxCost: '0.50' })
  return proxy(request)
}
