// Stands in for the chat: sends the bot a signed message, and saves the video that comes back.
//   node chat.ts "video: waves on a beach"
import { writeFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'

const { CHAT_SECRET: secret, BOT_URL: botUrl = 'http://127.0.0.1:3005/messages', PORT = '3006' } = process.env
if (!secret) throw new Error('Set CHAT_SECRET to that of the bot.')
const webhook = new Webhook(secret)

const app = new Hono()
app.post('/bot', async (context) => {
  const form = await context.req.formData()
  const text = form.get('text')
  webhook.verify(JSON.stringify({ chat: form.get('chat'), text }), context.req.header())
  const video = form.get('video')
  if (video instanceof File) await writeFile(video.name, Buffer.from(await video.arrayBuffer()))
  console.log(video instanceof File ? `${text} Saved ${video.name}` : text)
  return context.body(null, 204)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, async ({ port }) => {
  console.log(`Listening on http://127.0.0.1:${port}`)
  await send(process.argv[2] ?? 'video: waves on a beach')
})

async function send(text: string): Promise<void> {
  const id = `msg_${crypto.randomUUID()}`
  const now = new Date()
  const body = JSON.stringify({ chat: 'anna', text })
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': webhook.sign(id, now, body),
  }
  const response = await fetch(botUrl, { method: 'POST', headers, body })
  console.log(await response.text())
}
