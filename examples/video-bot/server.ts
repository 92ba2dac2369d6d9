// A chat sends its messages to http://127.0.0.1:3005/messages; the videos go to CHAT_URL.
import { serve } from '@hono/node-server'
import { Mediagen } from '@mediagen/sdk'
import { createBot } from './bot.ts'

const { CHAT_URL: chatUrl, CHAT_SECRET: secret, PORT = '3005', HOST: hostname = '127.0.0.1' } = process.env
if (!chatUrl || !secret) throw new Error('Set CHAT_URL and CHAT_SECRET: whsec_ and 24 to 64 bytes in base64.')

// The key comes from MEDIAGEN_API_KEY, the address of the service from MEDIAGEN_BASE_URL.
const bot = createBot({ client: new Mediagen(), chatUrl, secret })
serve({ fetch: bot.fetch, hostname, port: Number(PORT) }, ({ port }) =>
  console.log(`Listening on http://${hostname}:${port}`),
)
