import { setTimeout as pause } from 'node:timers/promises'
import { pngOf } from '../integration/support/images.ts'
import type { StubbornClient } from './stubborn-client.ts'

/**
 * What the customers know at the end: what they were promised, and what they saw that they should not
 * have.
 */
export interface CustomersReport {
  /** Each task by the idempotency key that it was asked for with. */
  readonly tasksByKey: ReadonlyMap<string, string>
  readonly cancelled: ReadonlySet<string>
  readonly uploads: number
  readonly complaints: readonly string[]
}

/** What is asked for, and how often. */
const habits = [
  { share: 0.7, path: '/api/v1/images/generations', body: { prompt: 'a lake' } },
  { share: 0.2, path: '/api/v1/videos/generations', body: { prompt: 'a lake' } },
  { share: 0.05, path: '/api/v1/images/generations', body: { prompt: 'never mind' }, cancels: true },
  { share: 0.05, path: '/api/v1/images/transformations', body: { prompt: 'in oil' }, uploads: true },
] as const
/** So many requests are sent again although they got a response. */
const doubters = 0.05

/**
 * Lets so many customers ask for so many tasks, each under a key of its own, whatever they meet on the way.
 */
export async function runCustomers(options: {
  readonly client: StubbornClient
  readonly apiKeys: readonly string[]
  readonly tasks: number
  /** @default as many as they can */
  readonly perSecond?: number
  readonly clients: number
  readonly random: () => number
  readonly onAccepted: (count: number) => void
}): Promise<CustomersReport> {
  const { client, apiKeys, random } = options
  const tasksByKey = new Map<string, string>()
  const cancelled = new Set<string>()
  const complaints: string[] = []
  let next = 0
  let uploads = 0

  const post = (apiKey: string, path: string, body: unknown, key?: string) =>
    client.send({
      method: 'POST',
      path,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': 'application/json',
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    })

  async function upload(apiKey: string): Promise<string> {
    const { body: reserved } = await post(apiKey, '/api/v1/uploads', { contentType: 'image/png' })
    const { pathname, search } = new URL(reserved.uploadUrl)
    const headers = { 'Content-Type': 'image/png' }
    await client.send({ method: 'PUT', path: pathname + search, headers, body: pngOf(640, 480) })
    const { status, body } = await post(apiKey, `/api/v1/uploads/${reserved.id}/complete`, {})
    if (body?.status !== 'READY') complaints.push(`upload ${reserved.id}: ${status} ${JSON.stringify(body)}`)
    uploads += 1
    return reserved.id
  }

  async function order(number: number): Promise<void> {
    const apiKey = apiKeys[number % apiKeys.length] ?? ''
    const habit = pick(random())
    const key = `order ${number}`
    const assetId = 'uploads' in habit ? await upload(apiKey) : undefined
    const body = { ...habit.body, ...(assetId !== undefined && { assetId }) }
    const accepted = await post(apiKey, habit.path, body, key)
    if (accepted.status !== 200) {
      complaints.push(`${key}: ${accepted.status} ${JSON.stringify(accepted.body)}`)
      return
    }
    const { id } = accepted.body
    tasksByKey.set(key, id)
    options.onAccepted(tasksByKey.size)
    if (random() < doubters) {
      const again = await post(apiKey, habit.path, body, key)
      if (again.body?.id !== id) complaints.push(`${key}: got ${id} and ${JSON.stringify(again.body)}`)
    }
    if (!('cancels' in habit)) return
    const { status } = await post(apiKey, `/api/v1/tasks/${id}/cancel`, {})
    if (status === 200) cancelled.add(id)
    else if (status !== 409) complaints.push(`${key}: its cancellation got ${status}`)
  }

  const startedAtMs = performance.now()
  const dueMs = (number: number): number =>
    options.perSecond === undefined
      ? 0
      : startedAtMs + (number * 1000) / options.perSecond - performance.now()

  async function customer(): Promise<void> {
    while (next < options.tasks) {
      const number = next
      next += 1
      if (dueMs(number) > 0) await pause(dueMs(number))
      await order(number).catch((error: unknown) => complaints.push(`order ${number}: ${String(error)}`))
    }
  }

  await Promise.all(Array.from({ length: options.clients }, customer))
  return { tasksByKey, cancelled, uploads, complaints }
}

function pick(chance: number): (typeof habits)[number] {
  let left = chance
  for (const habit of habits) {
    left -= habit.share
    if (left < 0) return habit
  }
  return habits[0]
}
