// Hono: one route forwards everything below it. On Workers, Bun and Deno the export is all that is needed.
import { createProxy } from '@mediagen/sdk/proxy'
import { Hono } from 'hono'

// The key comes from MEDIAGEN_API_KEY, the address of the service from MEDIAGEN_BASE_URL.
const proxy = createProxy({
  authorize: (request) => userOf(request),
  maxCost: '0.50',
})

const app = new Hono()
app.all('/api/mediagen/*', (context) => proxy(context.req.raw))

export default app

/** Stands in for your own session: the id of the signed-in user, or undefined. */
function userOf({ headers }: Request): string | undefined {
  return /(?:^|; )session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]
}
