import { setTimeout as delay } from 'node:timers/promises'
import {
  ApiError,
  type Generation,
  type Mediagen,
  type Task,
  TaskCancelledError,
  TaskFailedError,
} from '@mediagen/sdk'
import { Webhook } from 'standardwebhooks'
import type { Order, Outbox, Product } from './outbox.ts'

/** What webhooks work with. */
export interface WebhookSettings {
  readonly client: Mediagen
  readonly outbox: Outbox
  /** Who gets the messages. */
  readonly url: string
  /** Signs messages by the rules of Standard Webhooks: `whsec_` and base64. */
  readonly secret: string
  /** The pause after the first attempt in vain; each further one is twice as long. @default 1000 */
  readonly pauseMs?: number | undefined
}

/** The longest pause between two attempts. */
const pauseMsMax = 60 * 60 * 1000
/** With the pauses above: about a day. */
const attemptsMax = 35
const responseMsMax = 15_000

/** Takes orders. */
export interface Webhooks {
  /** Keeps an order, and starts on it; its id is that of the message. */
  order(product: Product): string
}

/**
 * Brings each order to its message: submit, wait, POST. Each step is in the outbox before the next begins,
 * and each may be repeated, for the order's id is the idempotency key of the generation and the id of the
 * message. A crash loses no message and pays for nothing twice. The receiver may get a message twice.
 * Begins with what an earlier process left.
 */
export function createWebhooks({ client, outbox, url, secret, pauseMs = 1000 }: WebhookSettings): Webhooks {
  const webhook = new Webhook(secret)

  async function carryOut(order: Order): Promise<void> {
    const message = order.message ?? (await untilDone(() => messageOf(order)))
    if (order.message === undefined) outbox.finished(order.id, message)
    for (let attempts = order.attempts; attempts < attemptsMax; attempts += 1) {
      if (await isDelivered(order.id, message)) break
      outbox.failed(order.id)
      await delay(pauseAfter(attempts))
    }
    outbox.settled(order.id)
  }

  /** What there is to say. Rejects where that is not known yet. */
  async function messageOf(order: Order): Promise<string> {
    try {
      const taskId = order.taskId ?? (await submit(client, order)).id
      if (order.taskId === undefined) outbox.accepted(order.id, taskId)
      await client.tasks.wait(taskId)
      return textOf('generation.succeeded', await client.tasks.get(taskId))
    } catch (error) {
      if (error instanceof TaskFailedError || error instanceof TaskCancelledError)
        return textOf(`generation.${error instanceof TaskFailedError ? 'failed' : 'cancelled'}`, error.task)
      // The service will never accept it: too little balance, a field that is wrong.
      if (error instanceof ApiError && !error.retryable)
        return textOf('generation.rejected', { code: error.code, message: error.message })
      throw error
    }
  }

  /** Tries again for as long as the service is away. */
  async function untilDone<Value>(attempt: () => Promise<Value>): Promise<Value> {
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await attempt()
      } catch (error) {
        console.error(error)
        await delay(pauseAfter(attempts))
      }
    }
  }

  async function isDelivered(id: string, body: string): Promise<boolean> {
    const now = new Date()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, now, body),
    }
    const signal = AbortSignal.timeout(responseMsMax)
    // A redirect could lead a signed message anywhere.
    const request = { method: 'POST', headers, body, signal, redirect: 'manual' } as const
    const response = await fetch(url, request).catch(() => undefined)
    await response?.body?.cancel()
    // 410 says, by the rules of Standard Webhooks, that nobody wants it any more.
    return response !== undefined && (response.ok || response.status === 410)
  }

  function pauseAfter(attempts: number): number {
    return Math.min(pauseMsMax, pauseMs * 2 ** attempts) * (0.75 + Math.random() / 2)
  }

  function start(order: Order): void {
    carryOut(order).catch((error: unknown) => {
      // Only the outbox itself can fail: without it nothing may go on.
      console.error(error)
      process.exit(1)
    })
  }

  for (const order of outbox.pending()) start(order)
  return {
    order(product) {
      const id = crypto.randomUUID()
      outbox.add(id, product)
      start({ ...product, id, taskId: undefined, message: undefined, attempts: 0 })
      return id
    },
  }
}

function submit(client: Mediagen, order: Order): Promise<Generation> {
  const options = { idempotencyKey: order.id }
  switch (order.product) {
    case 'image.generate':
      return client.images.generate(order.request, options)
    case 'image.transform':
      return client.images.transform(order.request, options)
    case 'video.generate':
      return client.videos.generate(order.request, options)
    case 'video.transform':
      return client.videos.transform(order.request, options)
  }
}

function textOf(type: string, data: Task | { code: string; message: string }): string {
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data })
}
