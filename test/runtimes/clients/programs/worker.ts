// A Cloudflare Worker that orders an image, keeps the order in a KV namespace, and serves the result.
import { Mediagen, type SavedGeneration } from '@mediagen/sdk'

interface Env {
  /** A secret: wrangler secret put MEDIAGEN_API_KEY. */
  readonly MEDIAGEN_API_KEY: string
  readonly MEDIAGEN_BASE_URL: string
  readonly ORDERS: {
    get(name: string, type: 'json'): Promise<SavedGeneration | null>
    put(name: string, text: string): Promise<void>
  }
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const client = new Mediagen({ apiKey: env.MEDIAGEN_API_KEY, baseUrl: env.MEDIAGEN_BASE_URL })
    const { pathname } = new URL(request.url)
    if (request.method === 'POST') {
      const order = await client.images.generate({ prompt: await request.text() })
      await env.ORDERS.put('last', JSON.stringify(order))
      return Response.json(order)
    }
    if (pathname === '/tasks') return Response.json(await client.tasks.list())
    const order = await env.ORDERS.get('last', 'json')
    if (order === null) return new Response('Nothing is ordered.', { status: 404 })
    if (pathname === '/order') return Response.json(order)
    const result = await client.tasks.resume(order).wait()
    const headers = { 'content-type': result.files[0]?.contentType ?? '' }
    return new Response(await result.stream(), { headers })
  },
}
