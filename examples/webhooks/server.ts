// Takes orders from your own programs, and tells WEBHOOK_URL how each ended.
//   curl http://127.0.0.1:3004/orders -d '{"product": "image.generate", "request": {"prompt": "a fox"}}'
import { serve } from '@hono/node-server'
import { Mediagen } from '@mediagen/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isProduct, openOutbox } from './outbox.ts'
import { createWebhooks } from './webhooks.ts'

const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, OUTBOX = 'outbox.sqlite', PORT = '3004' } = process.env
if (!url || !secret)
  throw new Error('Set WEBHOOK_URL and WEBHOOK_SECRET: whsec_ and 24 to 64 bytes in base64.')

const webhooks = createWebhooks({
  // The key comes from MEDIAGEN_API_KEY, the address of the service from MEDIAGEN_BASE_URL.
  client: new Mediagen(),
  outbox: openOutbox(OUTBOX),
  url,
  secret,
  pauseMs: Number(process.env.WEBHOOK_PAUSE_MS ?? 1000),
})

const app = new Hono()
app.post('/orders', bodyLimit({ maxSize: 64 * 1024 }), async (context) => {
  const body = await context.req.json().catch(() => undefined)
  const { product, request } = Object(body)
  if (!isProduct(product)) return context.json({ error: 'product must be image.generate, …' }, 400)
  if (typeof request !== 'object' || request === null)
    return context.json({ error: 'request must be the body of that generation' }, 400)
  return context.json({ id: webhooks.order({ product, request }) }, 202)
})

// Whoever reaches it spends the account's balance: it listens on this machine alone.
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}`),
)
