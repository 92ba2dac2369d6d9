import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Mediagen } from '@mediagen/sdk'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import type { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBot } from './bot.ts'

const secret = `whsec_${Buffer.from('a secret of this test, 32 bytes.').toString('base64')}`
const webhook = new Webhook(secret)

/** What the chat got, as a form, and the headers of its signature. */
interface Reply {
  readonly form: FormData
  readonly headers: Headers
}

let service: MockServer
let chat: Server
let replies: Reply[]
let bot: Hono
beforeEach(async () => {
  service = await startMockServer({ port: 0, queuedMs: 0, processingMs: 100 })
  replies = []
  chat = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers(
      Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    )
    replies.push({ form: await new Response(Buffer.concat(chunks), { headers }).formData(), headers })
    response.end()
  })
  chat.listen(0, '127.0.0.1')
  await once(chat, 'listening')
  const address = chat.address()
  if (address === null || typeof address === 'string') throw new Error('the chat has no port')
  const client = new Mediagen({ apiKey: 'any', baseUrl: service.url })
  bot = createBot({ client, chatUrl: `http://127.0.0.1:${address.port}/bot`, secret, videosPerHour: 2 })
})
afterEach(async () => {
  chat.closeAllConnections()
  chat.close()
  await service.close()
})

/** Sends a message as the chat does. */
function send(
  id: string,
  text: string,
  { body = JSON.stringify({ chat: 'anna', text }), at = new Date() } = {},
) {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': webhook.sign(id, at, JSON.stringify({ chat: 'anna', text })),
  }
  return bot.request('/messages', { method: 'POST', headers, body })
}

test('a message gets a video that plays', async () => {
  expect(await (await send('m1', 'video: waves on a beach')).json()).toEqual({ reply: 'It is being made.' })
  await vi.waitFor(() => expect(replies).toHaveLength(1), 20_000)
  const [reply] = replies
  const video = reply?.form.get('video')
  if (!(video instanceof File)) throw new Error('no video')
  expect(video).toMatchObject({ name: 'video.mp4', type: 'video/mp4' })
  expect(Buffer.from(await video.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
  const texts = JSON.stringify({ chat: reply?.form.get('chat'), text: reply?.form.get('text') })
  expect(texts).toBe('{"chat":"anna","text":"Here it is."}')
  expect(webhook.verify(texts, Object.fromEntries(reply?.headers ?? []))).toBeDefined()
})

test('a message that is delivered twice is one video', async () => {
  await Promise.all([send('m1', 'video: waves'), send('m1', 'video: waves')])
  await vi.waitFor(() => expect(replies).toHaveLength(1), 20_000)
  expect(service.service.taskCount()).toBe(1)
})

test('a message without the signature of the chat costs nothing', async () => {
  const other = JSON.stringify({ chat: 'anna', text: 'video: another' })
  expect((await send('m1', 'video: waves', { body: other })).status).toBe(401)
  const old = new Date(Date.now() - 60 * 60 * 1000)
  expect((await send('m1', 'video: waves', { at: old })).status).toBe(401)
  expect((await bot.request('/messages', { method: 'POST', body: other })).status).toBe(401)
  expect(service.service.taskCount()).toBe(0)
})

test('a chat gets so many videos in an hour, and reads why there are no more', async () => {
  const replies = []
  for (const id of ['m1', 'm2', 'm3']) replies.push(await (await send(id, `video: wave ${id}`)).json())
  expect(replies).toEqual([
    { reply: 'It is being made.' },
    { reply: 'It is being made.' },
    { reply: 'You have had 2 videos in this hour.' },
  ])
  expect(service.service.taskCount()).toBe(2)
})

test('other words get the usage, and a video that fails gets words instead', async () => {
  expect(await (await send('m1', 'hello')).json()).toEqual({ reply: expect.stringContaining('video: ') })
  service.service.faults.failTasks('GENERATION_FAILED')
  await send('m2', 'video: waves')
  await vi.waitFor(() => expect(replies).toHaveLength(1), 20_000)
  expect(replies[0]?.form.get('text')).toBe('The video could not be made. Nothing was charged.')
  expect(replies[0]?.form.has('video')).toBe(false)
})
