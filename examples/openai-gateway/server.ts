// The gateway as a server: `baseURL` of an OpenAI client is http://127.0.0.1:3002/v1, its `apiKey` a key of
// mediagen.
import { serve } from '@hono/node-server'
import { createGateway } from './gateway.ts'

const gateway = createGateway({ baseUrl: process.env.MEDIAGEN_BASE_URL })
const port = Number(process.env.PORT ?? 3002)
serve({ fetch: gateway.fetch, hostname: process.env.HOST ?? '127.0.0.1', port }, ({ address, port }) =>
  console.log(`Listening on http://${address}:${port}/v1`),
)
