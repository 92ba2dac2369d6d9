import { setupServer } from 'msw/node'
import { Decoder, Demuxer } from 'node-av/api'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { InvalidRequestError, Mediagen, type Pricing } from '../src/index.js'
import {
  contractExamples,
  createMockService,
  type MockServiceOptions,
  startMockServer,
} from '../src/testing/index.js'
import { contractHandlers } from '../src/testing/msw.js'

/** A mock, and a client of it on its clock. */
function start(options: MockServiceOptions = {}) {
  const service = createMockService(options)
  const { baseUrl, clock, fetch } = service
  const client = new Mediagen({ apiKey: 'key', baseUrl, clock, fetch, random: () => 0 })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const all = { authorization: 'Bearer key', 'content-type': 'application/json', ...headers }
    return fetch(`${baseUrl}${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) })
  }
  return { service, client, post }
}

/** Decodes a whole video; gives the size of its frames and how many there are. */
async function readVideo(bytes: Uint8Array) {
  await using file = await Demuxer.open(Buffer.from(bytes))
  const stream = file.video()
  if (stream === undefined) throw new Error('there is no video')
  using decoder = await Decoder.create(stream)
  const video = { width: 0, height: 0, frames: 0 }
  for await (using frame of decoder.frames(file.packets(stream.index))) {
    if (frame === null) continue
    Object.assign(video, { width: frame.width, height: frame.height, frames: video.frames + 1 })
  }
  return video
}

describe('a mock checks a request by the validators of the contract', () => {
  test.each([
    ['images/generations', {}, [{ path: '/prompt', message: 'is required' }]],
    [
      'images/generations',
      { prompt: 'x', resolution: '8k', aspectRatio: 7 },
      [
        { path: '/resolution', message: 'must be one of: 1k, 2k, 4k' },
        { path: '/aspectRatio', message: 'must be a string' },
        { path: '/aspectRatio', message: expect.stringContaining('must be one of: 1:1') },
      ],
    ],
    [
      'images/generations',
      { prompt: '😀'.repeat(2001) },
      [{ path: '/prompt', message: 'must have at most 2000 characters' }],
    ],
    [
      'videos/generations',
      { prompt: 'x', durationSeconds: 4.5 },
      [{ path: '/durationSeconds', message: 'must be a whole number' }],
    ],
    [
      'images/transformations',
      { assetId: 'asset1' },
      [
        { path: '/effectId', message: 'is required unless prompt is given' },
        { path: '/prompt', message: 'is required unless effectId is given' },
      ],
    ],
    [
      'uploads',
      { contentType: 'image/gif' },
      [{ path: '/contentType', message: expect.stringContaining('image/webp') }],
    ],
  ])('%s %j', async (path, body, details) => {
    const { post, service } = start()
    const response = await post(`/api/v1/${path}`, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST', details })
    expect(service.taskCount()).toBe(0)
  })

  test('and takes what is just within it, with fields that it does not know', async () => {
    const { post, service } = start()
    const response = await post('/api/v1/images/generations', { prompt: '😀'.repeat(2000), unknown: true })
    expect(response.status).toBe(200)
    expect(service.taskCount()).toBe(1)
  })

  test('and its parameters, media type, size, method and address', async () => {
    const { client, post, service } = start()
    const key = { 'idempotency-key': 'k'.repeat(129) }
    expect(await (await post('/api/v1/images/generations', { prompt: 'x' }, key)).json()).toMatchObject({
      details: [{ path: '/Idempotency-Key', message: 'must have at most 128 characters' }],
    })
    await expect(client.tasks.get('x'.repeat(65))).rejects.toThrow(InvalidRequestError)
    const text = { 'content-type': 'text/plain' }
    expect((await post('/api/v1/images/generations', { prompt: 'x' }, text)).status).toBe(415)
    expect((await post('/api/v1/images/generations', { prompt: ' '.repeat(70_000) })).status).toBe(413)
    const { baseUrl, fetch } = service
    const other = await fetch(`${baseUrl}/api/v1/pricing`, { method: 'DELETE' })
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET'])
    expect((await fetch(`${baseUrl}/api/v1/nowhere`)).status).toBe(404)
    expect((await fetch(`${baseUrl}/api/v1/effects?surface=audio`)).status).toBe(400)
    expect((await fetch(`${baseUrl}/api/v1/me`)).status).toBe(401)
  })
})

describe('a mock gives files that decode', () => {
  test('a PNG for an image and an MP4 for a video, each as large as its task says', async () => {
    const { client } = start()
    const image = await (await client.images.generate({ prompt: 'x' })).wait()
    const picture = await image.download()
    expect(picture.length).toBe(image.files[0]?.sizeBytes)
    const { width, height } = await sharp(picture).metadata()
    expect((await sharp(picture).raw().toBuffer()).length).toBe(width * height * 3)
    const video = await (await client.videos.generate({ prompt: 'x' })).wait()
    expect(video.files[0]?.contentType).toBe('video/mp4')
    expect(await readVideo(await video.download())).toEqual({ width: 96, height: 54, frames: 8 })
  })

  test('and one result differs from another', async () => {
    const { client } = start()
    const [one, other] = await Promise.all(
      ['x', 'x'].map(async (prompt) => (await (await client.images.generate({ prompt })).wait()).download()),
    )
    expect(Buffer.from(one ?? [])).not.toEqual(Buffer.from(other ?? []))
  })
})

describe('a mock takes from its user', () => {
  test('effects and prices, which estimates and charges follow', async () => {
    const pricing: Pricing = {
      currency: 'EUR',
      products: [{ product: 'image.transform', unit: 'image', tiers: [{ tier: 'hd', unitPrice: '0.333' }] }],
    }
    const [sample] = contractExamples.listEffects.examples.effects.body.effects
    if (sample === undefined) throw new Error('the contract has no effect')
    const effect = { ...sample, id: 'house-style', surface: 'image' as const, defaults: {} }
    const { client, service } = start({ balance: '1.00', effects: [effect], pricing })
    expect(await client.effects({ surface: 'image' })).toEqual([effect])
    expect(await client.effects({ surface: 'video' })).toEqual([])
    const file = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const generation = await client.images.transform({ file, effectId: 'house-style' })
    await generation.wait()
    expect([(await generation.cost()).amount, service.balance()]).toEqual(['0.333', '0.667'])
    await expect(client.images.transform({ file, effectId: sample.id })).rejects.toMatchObject({
      code: 'EFFECT_NOT_USABLE',
    })
    await expect(client.images.generate({ prompt: 'x' }, { maxRetries: 0 })).rejects.toMatchObject({
      code: 'TIER_UNAVAILABLE',
    })
  })

  test('how long each task takes, and what it comes to', async () => {
    const { client, service } = start({
      processingMs: ({ type }) => (type === 'video.generate' ? 60_000 : 0),
      result: ({ request }) =>
        request.prompt === 'a poem' ? new Blob(['roses'], { type: 'image/svg+xml' }) : undefined,
    })
    const startedAt = service.clock.now()
    const poem = await (await client.images.generate({ prompt: 'a poem' })).wait()
    expect(poem.files).toMatchObject([{ contentType: 'image/svg+xml', sizeBytes: 5 }])
    expect(new TextDecoder().decode(await poem.download())).toBe('roses')
    expect(service.clock.now() - startedAt).toBeLessThan(5_000)
    await (await client.videos.generate({ prompt: 'a poem, read' })).wait()
    expect(service.clock.now() - startedAt).toBeGreaterThan(60_000)
  })
})

describe('the links of the examples for Mock Service Worker', () => {
  const client = new Mediagen({ apiKey: 'key', baseUrl: 'https://media.test', maxRetries: 0 })

  test('lead to files that decode, of the size that the example says, and take an upload', async () => {
    const server = setupServer(...contractHandlers())
    server.listen({ onUnhandledRequest: 'error' })
    onTestFinished(() => server.close())
    const image = await client.tasks.wait('any')
    const bytes = await image.download()
    expect(bytes.length).toBe(image.files[0]?.sizeBytes)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 96 })
    server.use(...contractHandlers({ getTask: 'succeededVideo' }))
    const video = await client.tasks.wait('any')
    expect(await readVideo(await video.download())).toMatchObject({ frames: 8 })
    const file = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
    await expect(client.uploads.file(file)).resolves.toMatchObject({ status: 'READY' })
  })
})

describe('a mock server', () => {
  test('goes by the time of day and may be used by pages of any origin', async () => {
    const server = await startMockServer({ port: 0, queuedMs: 0, processingMs: 0, balance: '5.00' })
    onTestFinished(() => server.close())
    const origin = 'http://localhost:5173'
    const preflight = await fetch(`${server.url}/api/v1/images/generations`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization,content-type,idempotency-key',
    )
    const client = new Mediagen({ apiKey: 'any', baseUrl: server.url })
    const generation = await client.images.generate({ prompt: 'a fox' })
    const task = await (await generation.wait()).download()
    expect((await sharp(task).metadata()).format).toBe('png')
    expect(Math.abs(Date.parse(generation.createdAt) - Date.now())).toBeLessThan(60_000)
    expect(server.service.taskCount()).toBe(1)
    const rejected = await fetch(`${server.url}/api/v1/me`, { headers: { origin } })
    expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
    expect(rejected.headers.get('access-control-expose-headers')).toContain('x-request-id')
  })

  test('says that a port is taken', async () => {
    const first = await startMockServer({ port: 0 })
    onTestFinished(() => first.close())
    const port = Number(new URL(first.url).port)
    await expect(startMockServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('names tasks and uploads as the service does, so that an id of an earlier mock is unknown to it', async () => {
    const idsOf = async () => {
      const server = await startMockServer({ port: 0, queuedMs: 0, processingMs: 0 })
      onTestFinished(() => server.close())
      const client = new Mediagen({ apiKey: 'key', baseUrl: server.url })
      const { id } = await client.images.generate({ prompt: 'x' })
      const upload = await client.uploads.create({ contentType: 'image/png' })
      return { client, ids: [id, upload.id] }
    }
    const [first, second] = [await idsOf(), await idsOf()]
    for (const id of [...first.ids, ...second.ids]) expect(id).toMatch(/^[a-z0-9]{24}$/)
    expect(new Set([...first.ids, ...second.ids]).size).toBe(4)
    await expect(second.client.tasks.wait(first.ids[0] ?? '')).rejects.toMatchObject({
      code: 'TASK_NOT_FOUND',
    })
  })
})
