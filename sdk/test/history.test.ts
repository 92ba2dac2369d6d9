import { describe, expect, test } from 'vitest'
import { type Effect, InvalidRequestError, InvalidResponseError, Mediagen, type Task } from '../src/index.js'
import { createMockService, type MockServiceOptions } from '../src/testing/index.js'
import { createFakeClient, taskIn } from './support/fake-client.js'
import { json } from './support/fake-fetch.js'

const png = new Uint8Array(100)
png.set([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0, 0,
  64,
])

const presetEffect: Effect = {
  id: 'glide',
  name: 'Glide',
  description: 'A slow glide.',
  surface: 'video',
  defaults: { resolution: 'fhd', aspectRatio: '16:9', durationSeconds: 8 },
}

/** A mock, a client of it on its clock, and the paths that were requested. */
function start(options: MockServiceOptions = {}) {
  const service = createMockService(options)
  const { baseUrl, clock } = service
  const sent: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    sent.push(`${pathname}${search}`)
    return service.fetch(input, init)
  }
  const client = new Mediagen({ apiKey: 'key', baseUrl, clock, fetch, random: () => 0 })
  const order = async (count: number) => {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1)
      ids.push((await client.images.generate({ prompt: 'a' })).id)
    return ids
  }
  return { service, client, clock, order, sent }
}

async function allOf(tasks: AsyncIterable<Task>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of tasks) ids.push(id)
  return ids
}

describe('a list of tasks', () => {
  test('is one page when it is awaited, and every task once when it is iterated', async () => {
    const { client, order, sent } = start()
    const newest = (await order(5)).reverse()
    const { tasks, nextCursor } = await client.tasks.list({ limit: 2 })
    expect(tasks.map(({ id }) => id)).toEqual(newest.slice(0, 2))
    expect(nextCursor).not.toBeNull()
    sent.length = 0
    expect(await allOf(client.tasks.list({ limit: 2 }))).toEqual(newest)
    expect(sent).toHaveLength(3)
  })

  test('goes on from a cursor, and refuses that of other filters', async () => {
    const { client, order } = start()
    const newest = (await order(3)).reverse()
    const { nextCursor } = await client.tasks.list({ limit: 2 })
    const cursor = nextCursor ?? undefined
    expect(await allOf(client.tasks.list({ limit: 2, cursor }))).toEqual(newest.slice(2))
    await expect(client.tasks.list({ cursor, status: 'QUEUED' })).rejects.toBeInstanceOf(InvalidRequestError)
  })

  test('has what was ordered, as a request that orders the same again', async () => {
    const { client, clock } = start({ effects: [presetEffect] })
    await client.images.generate({ prompt: 'a fox', negativePrompt: 'people', resolution: '2k' })
    const { id: assetId } = await client.uploads.file(png)
    await client.videos.transform({ assetId, effectId: presetEffect.id })
    await clock.delay(5_000)
    const requests = (await client.tasks.list()).tasks.map(({ request }) => request)
    expect(requests).toEqual([
      { assetId, effectId: presetEffect.id, resolution: 'fhd', aspectRatio: '16:9', durationSeconds: 8 },
      { prompt: 'a fox', negativePrompt: 'people', resolution: '2k', aspectRatio: '1:1' },
    ])
  })

  test('is searched by a text of the prompt in any case', async () => {
    const { client, sent } = start()
    await client.images.generate({ prompt: 'A red fox' })
    await client.images.generate({ prompt: 'an owl' })
    const { tasks } = await client.tasks.list({ prompt: 'Red F' })
    expect(tasks.map(({ request }) => request?.prompt)).toEqual(['A red fox'])
    expect(sent.at(-1)).toBe('/api/v1/tasks?prompt=Red%20F')
  })

  test('ends with a typed error, not never, where the service returns the same cursor again', async () => {
    const { client, sent } = createFakeClient(
      Array.from({ length: 5 }, () => json({ tasks: [taskIn('QUEUED')], nextCursor: 'same' })),
    )
    await expect(allOf(client.tasks.list())).rejects.toBeInstanceOf(InvalidResponseError)
    expect(sent).toHaveLength(2)
    await expect(client.tasks.list({ cursor: 'same' })).rejects.toBeInstanceOf(InvalidResponseError)
  })

  test('reads no page that its iteration does not need', async () => {
    const { client, order, sent } = start()
    await order(4)
    sent.length = 0
    for await (const _ of client.tasks.list({ limit: 2 })) break
    expect(sent).toEqual(['/api/v1/tasks?limit=2'])
  })

  test('is narrowed by one or several statuses and products, and by times', async () => {
    const { client, clock, order } = start()
    const [first = ''] = await order(1)
    await client.tasks.cancel(first)
    await clock.delay(1_000)
    const at = new Date(clock.now())
    const [second = ''] = await order(1)
    expect(await allOf(client.tasks.list({ status: 'CANCELLED' }))).toEqual([first])
    expect(await allOf(client.tasks.list({ status: ['CANCELLED', 'QUEUED'] }))).toEqual([second, first])
    expect(await allOf(client.tasks.list({ type: ['video.generate'] }))).toEqual([])
    expect(await allOf(client.tasks.list({ createdFrom: at }))).toEqual([second])
    expect(await allOf(client.tasks.list({ createdBefore: at.toISOString() }))).toEqual([first])
  })

  test('has exactly the tasks of its ids, and is empty without a request for none', async () => {
    const { client, order, sent } = start()
    const [first = '', second = ''] = await order(3)
    expect(await allOf(client.tasks.list({ ids: [first, 'unknown', second] }))).toEqual([second, first])
    sent.length = 0
    expect(await client.tasks.list({ ids: [] })).toEqual({ tasks: [], nextCursor: null })
    expect(sent).toEqual([])
  })
})

describe('the money of tasks', () => {
  test('is in each of them, and follows their status', async () => {
    const { client, order } = start()
    const [id = ''] = await order(1)
    const cost = { amount: '0.02', currency: 'USD' }
    expect((await client.tasks.get(id)).cost).toEqual({ ...cost, state: 'reserved' })
    expect((await client.tasks.wait(id)).cost).toEqual({ ...cost, state: 'charged' })
  })

  test('of a handle is that of its task, also after a change of prices', async () => {
    const { client, service } = start()
    const generation = await client.images.generate({ prompt: 'a' })
    await generation.wait()
    const pricing = structuredClone(await client.pricing())
    for (const { tiers } of pricing.products) for (const tier of tiers) tier.unitPrice = '9.00'
    const fetch: typeof globalThis.fetch = async (input, init) =>
      new URL(input instanceof Request ? input.url : input).pathname === '/api/v1/pricing'
        ? Response.json(pricing)
        : service.fetch(input, init)
    const later = new Mediagen({ apiKey: 'key', baseUrl: service.baseUrl, clock: service.clock, fetch })
    const cost = await later.tasks.resume(generation).cost()
    expect(cost).toMatchObject({ amount: '0.02', state: 'charged' })
  })

  test('is summed up by day and product: charged, and refunded ones are counted', async () => {
    const { client, service, order } = start()
    const [first = '', second = '', third = ''] = await order(3)
    await client.tasks.cancel(first)
    await Promise.all([client.tasks.wait(second), client.tasks.wait(third)])
    const usage = await client.usage()
    expect(usage).toMatchObject({ charged: '0.04', currency: 'USD' })
    expect(usage.days).toMatchObject([
      { product: 'image.generate', succeeded: 2, failed: 0, cancelled: 1, charged: '0.04' },
    ])
    expect(service.balance()).toBe('99.96')
    expect((await client.usage({ from: '2000-01-01', to: '2000-01-31' })).days).toEqual([])
    await expect(client.usage({ from: '2000-01-32' })).rejects.toBeInstanceOf(InvalidRequestError)
  })
})

test('days to sum up may be given as a Date, which is its day in UTC', async () => {
  const { client, sent } = start()
  const from = new Date('2000-01-01T23:59:59.999Z')
  const { days, ...asked } = await client.usage({ from, to: new Date('2000-01-31T00:00:00Z') })
  expect([asked.from, asked.to, days]).toEqual(['2000-01-01', '2000-01-31', []])
  expect(sent).toEqual(['/api/v1/usage?from=2000-01-01&to=2000-01-31'])
})

describe('the mock follows several tasks by one request, as the service does', () => {
  test('until one of them changes, by tags', async () => {
    const { client, order, service } = start()
    const ids = await order(3)
    const query = ids.map((id) => `id=${id}`).join('&')
    const ask = (headers: Record<string, string>) =>
      service.fetch(`${service.baseUrl}/api/v1/tasks?${query}`, {
        headers: { authorization: 'Bearer key', ...headers },
      })
    const etag = (await ask({})).headers.get('etag') ?? ''
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    const held = await ask({ 'if-none-match': etag, prefer: 'wait=30' })
    expect([held.status, held.headers.get('preference-applied')]).toEqual([200, 'wait=30'])
    expect(await held.text()).toContain('PROCESSING')
    await Promise.all(ids.map((id) => client.tasks.wait(id)))
    expect((await ask({ 'if-none-match': etag })).headers.get('etag')).toBeNull()
  })
})
