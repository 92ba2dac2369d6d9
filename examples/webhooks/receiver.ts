// Receives the messages of server.ts: verifies each signature, and prints what happened.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET: secret, PORT = '3006' } = process.env
if (!secret) throw new Error('Set WEBHOOK_SECRET to that of server.ts.')
const webhook = new Webhook(secret)

/** Ids of received messages. A message may come again after a restart: keep them in your database. */
const seen = new Set<string>()

const app = new Hono()
// A stranger's body is read before its signature can be checked.
app.post('/hook', bodyLimit({ maxSize: 64 * 1024 }), async (context) => {
  const headers = context.req.header()
  const id = headers['webhook-id'] ?? ''
  const message = readMessage(await context.req.text(), headers)
  if (message === undefined) return context.body(null, 401)
  if (!seen.has(id)) console.log(`${message.type} ${id}`)
  seen.add(id)
  return context.body(null, 204)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}`),
)

/** The message of a signed request; undefined for any other. */
function readMessage(body: string, headers: Record<string, string>): { type: string } | undefined {
  try {
    const { type }: Record<string, unknown> = Object(webhook.verify(body, headers))
    return { type: String(type) }
  } catch {
    return undefined
  }
}
