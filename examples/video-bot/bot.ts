import { ApiError, type FinishedTask, type Mediagen, MediagenError, TaskFailedError } from '@mediagen/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LRUCache } from 'lru-cache'
import { Webhook } from 'standardwebhooks'

/** What a bot works with. */
export interface BotSettings {
  readonly client: Mediagen
  /** Where replies go: a form with `chat`, `text`, and a `video` where there is one. */
  readonly chatUrl: string
  /** Signs messages in both directions by the rules of Standard Webhooks. */
  readonly secret: string
  /** Videos of one chat in an hour. @default 5 */
  readonly videosPerHour?: number | undefined
  /** The most that one video may cost. @default '0.50' */
  readonly maxCost?: string | undefined
}

/** A message of the chat. */
interface Message {
  readonly id: string
  readonly chat: string
  readonly text: string
}

const hourMs = 60 * 60 * 1000
const chatsMax = 10_000
const usage = 'Send "video: " and what it shows, such as "video: waves on a beach at sunset".'

/**
 * An app that replies to messages with videos. It accepts only messages signed by the chat, because each
 * costs money. A message that is delivered twice makes one video: its id is the idempotency key.
 */
export function createBot({
  client,
  chatUrl,
  secret,
  videosPerHour = 5,
  maxCost = '0.50',
}: BotSettings): Hono {
  const webhook = new Webhook(secret)
  const recent = new LRUCache<string, readonly string[]>({ max: chatsMax, ttl: hourMs })

  /** The messages whose videos are being made. */
  const underWay = new Set<string>()

  const app = new Hono()
  app.post('/messages', bodyLimit({ maxSize: 16 * 1024 }), async (context) => {
    const message = readMessage(await context.req.text(), context.req.header())
    if (message === undefined) return context.json({ error: 'The signature is not that of the chat.' }, 401)
    const prompt = /^video:\s*(\S.*)$/is.exec(message.text)?.[1]
    if (prompt === undefined) return context.json({ reply: usage })
    if (!isWithinLimit(message))
      return context.json({ reply: `You have had ${videosPerHour} videos in this hour.` })
    try {
      const request = { prompt, resolution: '480p', durationSeconds: 4 } as const
      const generation = await client.videos.generate(request, {
        idempotencyKey: `bot-${message.id}`,
        maxCost,
      })
      // A repeated message is on its way already, unless this process is a new one: then it is sent again.
      if (!underWay.has(message.id)) follow(message, generation.wait())
      return context.json({ reply: 'It is being made.' })
    } catch (error) {
      if (!(error instanceof MediagenError)) throw error
      // The chat delivers it again after a 503, and then the key makes it the same video.
      if (error.retryable) return context.json({ error: 'Later, please.' }, 503)
      return context.json({ reply: wordsOf(error) })
    }
  })

  function follow({ id, chat }: Message, video: Promise<FinishedTask>): void {
    underWay.add(id)
    const replied = video.then(
      async (task) =>
        reply(id, chat, 'Here it is.', new Blob([await task.download()], { type: 'video/mp4' })),
      (error: unknown) => reply(id, chat, wordsOf(error)),
    )
    replied.catch((error: unknown) => console.error(error)).finally(() => underWay.delete(id))
  }

  /** The message of a signed request; undefined for any other. */
  function readMessage(body: string, headers: Record<string, string>): Message | undefined {
    try {
      const { chat, text }: Record<string, unknown> = Object(webhook.verify(body, headers))
      // The id is part of what is signed.
      return { id: headers['webhook-id'] ?? '', chat: String(chat), text: String(text ?? '') }
    } catch {
      return undefined
    }
  }

  /** Counts a message of a chat once, however often it is delivered. */
  function isWithinLimit({ id, chat }: Message): boolean {
    const ids = recent.get(chat) ?? []
    if (ids.includes(id)) return true
    if (ids.length >= videosPerHour) return false
    // The hour begins with the first video: later ones do not prolong it.
    recent.set(chat, [...ids, id], { noUpdateTTL: true })
    return true
  }

  async function reply(id: string, chat: string, text: string, video?: Blob): Promise<void> {
    const form = new FormData()
    form.set('chat', chat)
    form.set('text', text)
    if (video !== undefined) form.set('video', video, 'video.mp4')
    const now = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      // A form has no fixed bytes to sign, so its texts are.
      'webhook-signature': webhook.sign(id, now, JSON.stringify({ chat, text })),
    }
    const response = await fetch(chatUrl, { method: 'POST', headers, body: form, redirect: 'error' })
    await response.body?.cancel()
    if (!response.ok)
      throw new Error(`The chat responded with ${response.status} to the video of message ${id}`)
  }

  return app
}

/** What a person in the chat reads. */
function wordsOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'INSUFFICIENT_BALANCE')
    return 'There is no money left for videos.'
  if (error instanceof ApiError && error.code === 'INVALID_REQUEST')
    return `That cannot be made into a video. ${usage}`
  if (error instanceof TaskFailedError) return 'The video could not be made. Nothing was charged.'
  return 'That did not work out. Try again later.'
}
