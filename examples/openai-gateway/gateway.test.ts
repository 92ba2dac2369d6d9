import { readFile } from 'node:fs/promises'
import {
  createMockService,
  type ListeningMock,
  listenAsServer,
  type MockService,
} from '@mediagen/sdk/testing'
import OpenAI, { toFile } from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findFreePort } from '../../test/support/free-port.ts'
import { type RunningProgram, startProgram } from '../../test/support/running-program.ts'

const photo = new URL('../basics/photo.jpg', import.meta.url)
const program = new URL('server.ts', import.meta.url).pathname
const png = /^89504e470d0a1a0a/

let port: number
let service: MockService
/** The requests of the gateway. */
const received: Request[] = []
let listening: ListeningMock
let gateway: RunningProgram
let openai: OpenAI
const servicePort = await findFreePort()

beforeAll(async () => {
  port = await findFreePort()
  gateway = await startProgram([program], {
    PORT: String(port),
    MEDIAGEN_BASE_URL: `http://127.0.0.1:${servicePort}`,
  })
  openai = new OpenAI({ baseURL: gateway.url, apiKey: 'mg_key' })
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  service = createMockService({ baseUrl: `http://127.0.0.1:${servicePort}`, queuedMs: 0, processingMs: 0 })
  received.length = 0
  listening = await listenAsServer({
    ...service,
    handle(request) {
      received.push(request)
      return service.handle(request)
    },
  })
})
afterEach(() => listening.close())

describe('the official OpenAI client gets through the gateway', () => {
  test('images from a prompt, as base64 and as links', async () => {
    const { data } = await openai.images.generate({ prompt: 'a fox', size: '1536x1024', n: 2 })
    expect(data?.map(({ b64_json = '' }) => Buffer.from(b64_json, 'base64').toString('hex'))).toEqual([
      expect.stringMatching(png),
      expect.stringMatching(png),
    ])
    expect(service.balance()).toBe('99.92')
    const linked = await openai.images.generate({ prompt: 'a fox', response_format: 'url' })
    const result = await fetch(linked.data?.[0]?.url ?? '')
    expect(Buffer.from(await result.arrayBuffer()).toString('hex')).toMatch(png)
  })

  test('in the trace of their caller', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await openai.images.generate({ prompt: 'a fox' }, { headers: { traceparent } })
    expect(
      received.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('traceparent')),
    ).toEqual([traceparent])
  })

  test('with the deadline of their caller', async () => {
    await openai.images.generate({ prompt: 'a fox' }, { headers: { 'Cancel-After': '60' } })
    const orders = received.filter(({ method }) => method === 'POST')
    expect(orders.map(({ headers }) => headers.get('cancel-after'))).toEqual(['60'])
  })

  test('an image of its own, changed by prompt and effect', async () => {
    const image = await toFile(await readFile(photo), 'photo.jpg', { type: 'image/jpeg' })
    const { data } = await openai.images.edit({ image, prompt: 'warmer', model: 'effect:watercolour' })
    expect(Buffer.from(data?.[0]?.b64_json ?? '', 'base64').toString('hex')).toMatch(png)
  })

  test('a video: asked for, polled to its end, downloaded', async () => {
    const video = await openai.videos.create({ prompt: 'waves', seconds: '8', size: '1280x720' })
    expect(video).toMatchObject({ object: 'video', seconds: '8', size: '1280x720' })
    let latest = video
    while (latest.status === 'queued' || latest.status === 'in_progress')
      latest = await openai.videos.retrieve(video.id)
    expect(latest).toMatchObject({ id: video.id, status: 'completed', progress: 100, error: null })
    const content = await openai.videos.downloadContent(video.id)
    expect(content.headers.get('content-type')).toBe('video/mp4')
    expect(Buffer.from(await content.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
    expect(service.balance()).toBe('99.60')
  })

  test('a video of an image, by an effect', async () => {
    const input_reference = await toFile(await readFile(photo), 'photo.jpg', { type: 'image/jpeg' })
    const video = await openai.videos.create({ prompt: 'slowly', input_reference, model: 'effect:push-in' })
    expect(video).toMatchObject({ seconds: '5', model: 'effect:push-in' })
    const rejected = openai.videos.create({ prompt: 'slowly', input_reference })
    await expect(rejected).rejects.toThrow('400 With input_reference, model must be one of effect:push-in.')
  })
})

describe('what a caller can name as model', () => {
  const model = { object: 'model', created: 0, owned_by: 'mediagen' }

  test('is listed: the choice of the service, and each of its effects', async () => {
    const { data } = await openai.models.list()
    expect(data).toEqual([
      { ...model, id: 'mediagen' },
      { ...model, id: 'effect:watercolour' },
      { ...model, id: 'effect:push-in' },
    ])
  })

  test.each(['mediagen', 'effect:push-in'])('is retrieved by its name, %s', async (id) => {
    expect(await openai.models.retrieve(id)).toEqual({ ...model, id })
  })

  test('is not found by the name of another', async () => {
    await expect(openai.models.retrieve('gpt-image-1')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    })
  })

  test('is shown to nobody without a valid key', async () => {
    const stranger = openai.withOptions({ apiKey: 'mg_stranger' })
    for (const ask of [() => stranger.models.list(), () => stranger.models.retrieve('mediagen')]) {
      service.faults.respondWith('UNAUTHENTICATED', 1)
      await expect(ask()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
    }
  })
})

describe('one request is paid once', () => {
  /** A network that loses the response to the first try of each request, after it was served. */
  function lossy(times: number): typeof fetch {
    return async (input, init) => {
      const response = await fetch(input, init)
      if (times-- <= 0) return response
      await response.arrayBuffer()
      throw new TypeError('fetch failed', { cause: new Error('other side closed') })
    }
  }

  test('whose responses are lost, so that the client sends it three times', async () => {
    const { data } = await openai.withOptions({ fetch: lossy(2) }).images.generate({ prompt: 'a heron' })
    expect(data).toHaveLength(1)
    expect(service.taskCount()).toBe(1)
  })

  test('that has a file, too', async () => {
    const image = await toFile(await readFile(photo), 'photo.jpg', { type: 'image/jpeg' })
    await openai.withOptions({ fetch: lossy(1) }).images.edit({ image, prompt: 'warmer' })
    expect(service.taskCount()).toBe(1)
  })

  test('that the service accepted while its own response was lost', async () => {
    service.faults.dropAfterAccept(2)
    await openai.images.generate({ prompt: 'an owl' })
    expect(service.taskCount()).toBe(1)
  })

  test('that is sent again with the Idempotency-Key of its caller', async () => {
    const headers = { 'Idempotency-Key': 'order-7' }
    const first = await openai.videos.create({ prompt: 'waves' }, { headers })
    expect(await openai.videos.create({ prompt: 'waves' }, { headers })).toMatchObject({ id: first.id })
    await expect(openai.videos.create({ prompt: 'clouds' }, { headers })).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    })
    expect(service.taskCount()).toBe(1)
  })

  test('and two requests that are alike are two', async () => {
    await Promise.all([
      openai.images.generate({ prompt: 'a fox' }),
      openai.images.generate({ prompt: 'a fox' }),
    ])
    expect(service.taskCount()).toBe(2)
  })

  test('or rejected, where its first try is unknown and may have been paid', async () => {
    const headers = { 'x-stainless-retry-count': '1' }
    const retried = openai.images.generate({ prompt: 'never seen' }, { headers })
    await expect(retried).rejects.toMatchObject({ status: 409, code: 'unknown_retry' })
    expect(service.taskCount()).toBe(0)
  })
})

describe('errors have the form of OpenAI', () => {
  test.each([
    [{ prompt: '' }, { status: 400, param: 'prompt', type: 'invalid_request_error' }],
    [
      { prompt: 'x', size: '1000x999' },
      { status: 400, param: 'size', code: 'invalid_value' },
    ],
    [
      { prompt: 'x', n: 11 },
      { status: 400, param: 'n', code: 'invalid_value' },
    ],
    [{ prompt: 'x', output_format: 'webp' } as const, { status: 400, param: 'output_format' }],
  ])('for %j', async (request, error) => {
    await expect(openai.images.generate({ stream: false, ...request })).rejects.toMatchObject(error)
    expect(service.taskCount()).toBe(0)
  })

  test('for a balance that does not suffice, which the client does not try again', async () => {
    service.faults.respondWith('INSUFFICIENT_BALANCE', 1)
    const asked = openai.images.generate({ prompt: 'a fox' })
    await expect(asked).rejects.toMatchObject({
      status: 429,
      code: 'insufficient_quota',
      type: 'insufficient_quota',
    })
    expect(service.taskCount()).toBe(0)
  })

  test('for a key that is missing or unknown, and for what is not there', async () => {
    service.faults.respondWith('UNAUTHENTICATED', 1)
    await expect(openai.images.generate({ prompt: 'a fox' })).rejects.toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    })
    await expect(openai.videos.retrieve('video_none')).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
    await expect(openai.files.list()).rejects.toMatchObject({ status: 404, code: 'unknown_url' })
  })

  test('for a video that fails, in its record', async () => {
    service.faults.failTasks('GENERATION_FAILED')
    const { id } = await openai.videos.create({ prompt: 'waves' })
    expect(await openai.videos.retrieve(id)).toMatchObject({
      status: 'failed',
      error: { code: 'generation_failed' },
    })
    await expect(openai.videos.downloadContent(id)).rejects.toMatchObject({
      status: 404,
      code: 'video_not_ready',
    })
    expect(service.balance()).toBe('100.00')
  })
})
