// Cloudflare Workers: the key is a secret (wrangler secret put MEDIAGEN_API_KEY).
import { createProxy, type ProxyHandler } from '@mediagen/sdk/proxy'

interface Env {
  readonly MEDIAGEN_API_KEY: string
  readonly MEDIAGEN_BASE_URL: string
}

let proxy: ProxyHandler | undefined

export default {
  fetch(request: Request, env: Env): Promise<Response> {
    // Created once, so that it remembers each caller's request count.
    proxy ??= createProxy({
      apiKey: env.MEDIAGEN_API_KEY,
      baseUrl: env.MEDIAGEN_BASE_URL,
      authorize: (request) => userOf(request),
      maxCost: '0.50',
      // The app's pages are served elsewhere.
      origins: ['https://app.example.com'],
    })
    return proxy(request)
  },
}

/** Stands in for your own session: the id of the signed-in user, or undefined. */
function userOf({ headers }: Request): string | undefined {
  return /(?:^|; )session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]
}
