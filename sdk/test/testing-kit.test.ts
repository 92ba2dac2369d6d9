import { once } from 'node:events'
import { connect } from 'node:net'
import { setupServer } from 'msw/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }
import { openLine } from '../../test/e2e/support/cuttable-line.js'
import {
  Mediagen,
  RateLimitError,
  StorageLimitError,
  type Task,
  TaskFailedError,
  TooManyOpenUploadsError,
} from '../src/index.js'
import {
  contractExamples,
  createMockService,
  listenAsServer,
  type MockServiceOptions,
} from '../src/testing/index.js'
import { contractHandlers, mockServiceHandlers } from '../src/testing/msw.js'
import { createFakeClock } from './support/fake-clock.js'
import { until } from './support/until.js'

const png = new Uint8Array(100)
png.set([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0, 0,
  64,
])

/** A mock, and a client of it on its clock. */
function start(options: MockServiceOptions = {}) {
  const service = createMockService(options)
  const { baseUrl, clock, fetch } = service
  return { service, client: new Mediagen({ apiKey: 'key', baseUrl, clock, fetch, random: () => 0 }) }
}

describe('a mock service', () => {
  test('takes a task through its states in no time, and gives its result', async () => {
    const { client, service } = start()
    const startedAt = service.clock.now()
    const seen: string[] = []
    const generation = await client.images.generate({ prompt: 'a fox' })
    const result = await generation.wait({ onUpdate: ({ status }) => seen.push(status) })
    expect(seen.at(-1)).toBe('SUCCEEDED')
    expect(seen).toContain('PROCESSING')
    expect(service.clock.now() - startedAt).toBeGreaterThanOrEqual(1200)
    expect(new TextDecoder().decode(await result.download())).toContain(`the result of ${generation.id}`)
  })

  test('reserves the price, keeps it for what succeeds and gives it back for what does not', async () => {
    const { client, service } = start({ balance: '1.00' })
    await (await client.videos.generate({ prompt: 'x', resolution: '512p', durationSeconds: 4 })).wait()
    expect(service.balance()).toBe('0.86')
    service.faults.failTasks('GENERATION_FAILED')
    const failing = await client.images.generate({ prompt: 'x' })
    expect(service.balance()).toBe('0.84')
    await expect(failing.wait()).rejects.toThrow(TaskFailedError)
    await (await client.images.generate({ prompt: 'x' })).cancel()
    expect(service.balance()).toBe('0.86')
    expect((await client.account()).balance).toBe('0.86')
  })

  test('ends every task, a cancelled one too, at the time that it says', async () => {
    const { client, service } = start({ queuedMs: 1000, processingMs: 1000 })
    const cancelled = await client.images.generate({ prompt: 'x' })
    const startsAtMs = service.clock.now()
    await service.clock.delay(400)
    await cancelled.cancel()
    const succeeded = await client.images.generate({ prompt: 'y' })
    await succeeded.wait()
    const endOf = async ({ id }: { id: string }) => {
      const { completedAt } = await client.tasks.get(id)
      return completedAt === null ? null : Date.parse(completedAt) - startsAtMs
    }
    expect(await endOf(cancelled)).toBe(400)
    expect(await endOf(succeeded)).toBe(2400)
  })

  test('rejects what the balance does not cover', async () => {
    const { client, service } = start({ balance: '0.01' })
    await expect(client.images.generate({ prompt: 'x' })).rejects.toMatchObject({ status: 402 })
    expect(service.taskCount()).toBe(0)
  })

  test('judges uploads as the service does, and takes only those that are ready', async () => {
    const { client } = start()
    const transformation = { file: png, effectId: 'watercolour' }
    await expect((await client.images.transform(transformation)).wait()).resolves.toMatchObject({
      type: 'image.transform',
    })
    const { id } = await client.uploads.create({ contentType: 'image/png' })
    await expect(client.images.transform({ assetId: id, prompt: 'x' })).rejects.toMatchObject({
      code: 'ASSET_NOT_USABLE',
    })
    await expect(client.uploads.complete(id)).rejects.toMatchObject({ code: 'UPLOAD_NOT_RECEIVED' })
  })

  test('refuses the content of as many uploads as told, and keeps none of their bytes', async () => {
    const { client, service } = start()
    service.faults.refuseUploads()
    await expect(client.uploads.file(png)).rejects.toMatchObject({
      upload: { error: { code: 'CONTENT_REFUSED' } },
    })
    await expect(client.uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
  })

  test('tells the sizes of an upload as it is displayed', async () => {
    const { client } = start()
    const exif = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    const name = [0x45, 0x78, 0x69, 0x66, 0, 0]
    const frame = [0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0]
    const photo = [0xff, 0xd8, 0xff, 0xe1, 0, 2 + name.length + exif.length, ...name, ...exif, ...frame]
    const upright = [...photo.slice(0, 2), ...frame, ...new Array<number>(20).fill(0)]
    await expect(client.uploads.file(Uint8Array.from(photo))).resolves.toMatchObject({
      width: 30,
      height: 40,
    })
    await expect(client.uploads.file(Uint8Array.from(upright))).resolves.toMatchObject({
      width: 40,
      height: 30,
    })
  })

  test('bounds uploads as the service does: how many are open, and the space of those that are kept', async () => {
    const limits = contract['x-limits']
    const { client, service } = start()
    const reserve = () => client.uploads.create({ contentType: 'image/png' }, { maxRetries: 0 })
    const reserved = []
    for (let count = 0; count < limits.openUploadsMax.value; count += 1) reserved.push(await reserve())
    await service.clock.delay(60_000)
    await expect(reserve()).rejects.toMatchObject({ code: 'TOO_MANY_OPEN_UPLOADS', retryAfterMs: 840_000 })
    await service.clock.delay(840_000)
    await expect(reserve()).resolves.toMatchObject({ method: 'PUT' })

    const headers = { 'content-type': 'image/png' }
    const one = start({ openUploadsMax: 1 })
    const invalid = await one.client.uploads.create({ contentType: 'image/png' })
    await one.service.fetch(invalid.uploadUrl, { method: 'PUT', headers, body: new Uint8Array(100) })
    await expect(one.client.uploads.complete(invalid.id)).resolves.toMatchObject({ status: 'INVALID' })
    const another = one.client.uploads.create({ contentType: 'image/png' }, { maxRetries: 0 })
    await expect(another).rejects.toThrow(TooManyOpenUploadsError)

    const counted = limits.keptUploadBytesMin.value
    const small = start({ keptUploadsBytesMax: 2 * counted + png.length, openUploadsMax: 4 })
    const { id, uploadUrl } = await small.client.uploads.create({ contentType: 'image/png' })
    await small.service.fetch(uploadUrl, { method: 'PUT', headers, body: png })
    for (let count = 0; count < 2; count += 1) await small.client.uploads.file(png, { reuse: false })
    await expect(small.client.uploads.complete(id)).rejects.toThrow(StorageLimitError)
    await expect(small.client.uploads.get(id)).resolves.toMatchObject({ status: 'PENDING' })
    await expect(small.client.uploads.file(png, { reuse: false })).rejects.toThrow(StorageLimitError)
  })

  test('gives one task for one key, and a conflict for another request under it', async () => {
    const { client, service } = start()
    const own = { idempotencyKey: 'order-7' }
    const first = await client.images.generate({ prompt: 'x' }, own)
    await expect(client.images.generate({ prompt: 'x' }, own)).resolves.toMatchObject({
      id: first.id,
      replayed: true,
    })
    await expect(client.images.generate({ prompt: 'y' }, own)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
    expect(service.taskCount()).toBe(1)
  })

  test('lets 60 generations through in a minute, and a batch of this SDK never meets the limit', async () => {
    const { client, service } = start()
    const other = new Mediagen({ ...service, apiKey: 'key', maxRetries: 0, requestsPerMinute: Infinity })
    for (let piece = 0; piece < 60; piece += 1) await other.images.generate({ prompt: 'x' })
    await expect(other.images.generate({ prompt: 'x' })).rejects.toThrow(RateLimitError)
    const fresh = start()
    for (let piece = 0; piece < 130; piece += 1) {
      await fresh.client.images.generate({ prompt: 'x' }, { maxRetries: 0 })
    }
    expect(fresh.service.taskCount()).toBe(130)
    await client.account()
  })
})

describe('the virtual clock', () => {
  test('lets responses on their way arrive before time passes: a batch at once is sent once each', async () => {
    const service = createMockService()
    let posts = 0
    const fetch: typeof globalThis.fetch = async (input, init) => {
      posts += 1
      return service.fetch(input, init)
    }
    const { baseUrl, clock } = service
    const client = new Mediagen({ apiKey: 'key', baseUrl, clock, fetch })
    await Promise.all(
      Array.from({ length: 150 }, (_, piece) => client.images.generate({ prompt: `${piece}` })),
    )
    expect([posts, service.taskCount()]).toEqual([150, 150])
  })
})

describe('the faults of a mock', () => {
  test('accept and hang up twice: still one task and one reservation', async () => {
    const { client, service } = start({ balance: '1.00' })
    service.faults.dropAfterAccept(2)
    await expect(client.images.generate({ prompt: 'x' })).resolves.toMatchObject({ replayed: true })
    expect(service.taskCount()).toBe(1)
    expect(service.balance()).toBe('0.98')
  })

  test('a burst of 429 and one of 503 are survived', async () => {
    const { client, service } = start()
    service.faults.rateLimit(2, 3)
    const generation = await client.images.generate({ prompt: 'x' })
    service.faults.respondWith('SERVICE_UNAVAILABLE', 8)
    await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })

  test('links that have run out are renewed, and a transfer that breaks goes on', async () => {
    const { client, service } = start()
    const result = await (await client.images.generate({ prompt: 'x' })).wait()
    service.faults.expireLinks()
    service.faults.breakDownloads(2)
    expect(new TextDecoder().decode(await result.download())).toContain('the result of task1')
  })

  test('removed results are told apart from expired links, by waits and by downloads that began before', async () => {
    const { client, service } = start()
    const generation = await client.images.generate({ prompt: 'x' })
    expect(() => service.removeResult(generation.id)).toThrow('no result to remove')
    const result = await generation.wait()
    service.removeResult(generation.id)
    const removed = { name: 'ResultRemovedError', code: 'RESULT_EXPIRED', taskId: generation.id }
    await expect(result.download()).rejects.toMatchObject(removed)
    await expect(client.tasks.wait(generation.id)).rejects.toMatchObject(removed)
    const task = await client.tasks.get(generation.id)
    expect(task.output).toEqual({
      images: [],
      removed: { code: 'RESULT_EXPIRED', removedAt: expect.any(String) },
    })
    expect(task).toMatchObject({ status: 'SUCCEEDED', cost: { state: 'charged' } })
    service.removeResult(generation.id, 'RESULT_DELETED')
    expect(await client.tasks.get(generation.id)).toEqual(task)
  })

  test('are each over when they have struck', async () => {
    const { client, service } = start()
    service.faults.respondWith('INTERNAL')
    await expect(client.account({ maxRetries: 0 })).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(client.account({ maxRetries: 0 })).resolves.toMatchObject({ currency: 'USD' })
  })
})

describe('a mock over HTTP', () => {
  /** A mock on a port that the machine chooses. */
  async function listen(options: MockServiceOptions = {}) {
    const service = createMockService({ baseUrl: 'http://127.0.0.1:0', ...options })
    const listening = await listenAsServer(service)
    onTestFinished(() => listening.close())
    return { service, url: listening.url }
  }

  test('serves other processes on a port that is free, to which its links lead', async () => {
    const { service, url } = await listen()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    const client = new Mediagen({ apiKey: 'key', baseUrl: url, clock: service.clock })
    const input = { file: png, effectId: 'push-in' }
    const result = await (await client.videos.transform(input)).wait()
    expect(await result.download()).toHaveLength(result.files[0]?.sizeBytes ?? 0)
  })

  test.each(['{', '[]', '"text"'])(
    'responds to a body that is no JSON object as the contract does: %s',
    async (body) => {
      const { url } = await listen()
      const headers = { authorization: 'Bearer key', 'content-type': 'application/json' }
      const response = await fetch(`${url}/api/v1/images/generations`, { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'INVALID_JSON' })
    },
  )

  test('outlives a client that hangs up in the middle of an upload', async () => {
    const { url } = await listen()
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write('PUT /files/uploads/asset1 HTTP/1.1\r\nhost: any\r\ncontent-length: 1000\r\n\r\nhalf')
    await new Promise((resolve) => setImmediate(resolve))
    socket.destroy()
    await once(socket, 'close')
    expect((await fetch(`${url}/api/v1/pricing`)).status).toBe(200)
  })

  test('cut off twice after it accepted a generation, has one task and one reservation', async () => {
    const service = createMockService({ balance: '1.00', baseUrl: 'http://127.0.0.1:0' })
    let cuts = 2
    const listening = await listenAsServer({
      ...service,
      async handle(request) {
        const response = await service.handle(request)
        if (request.method === 'POST' && cuts > 0) {
          cuts -= 1
          await line.refuse()
          await line.restore()
        }
        return response
      },
    })
    const { hostname: host, port } = new URL(listening.url)
    const line = await openLine({ host, port: Number(port) })
    try {
      const baseUrl = `http://127.0.0.1:${line.port}`
      const client = new Mediagen({ apiKey: 'key', baseUrl, clock: service.clock, random: () => 0 })
      const generation = await client.images.generate({ prompt: 'x' })
      expect([cuts, generation.replayed, service.taskCount(), service.balance()]).toEqual([
        0,
        true,
        1,
        '0.98',
      ])
    } finally {
      await line.close()
      await listening.close()
    }
  })
})

describe('handlers for Mock Service Worker', () => {
  const client = new Mediagen({ apiKey: 'key', baseUrl: 'https://media.test', maxRetries: 0 })

  test('respond to each operation with an example of the contract, the first unless one is named', async () => {
    const server = setupServer(
      ...contractHandlers({ getTask: 'failedWorkerTimeout', generateImage: 'RATE_LIMITED' }),
    )
    server.listen({ onUnhandledRequest: 'error' })
    try {
      await expect(client.account()).resolves.toEqual(contractExamples.getAccount.examples.account.body)
      await expect(client.tasks.wait('any')).rejects.toMatchObject({ code: 'WORKER_TIMEOUT' })
      await expect(client.images.generate({ prompt: 'x' })).rejects.toThrow(RateLimitError)
    } finally {
      server.close()
    }
  })

  test('know no example and no operation that the contract does not have', () => {
    // @ts-expect-error there is none of this name
    expect(() => contractHandlers({ getTask: 'paused' })).toThrow('getTask has no example')
    // @ts-expect-error there is none of this name
    expect(() => contractHandlers({ getTasks: 'succeededImage' })).toThrow('There is no operation getTasks')
  })

  test('pass all that is for the service on to a mock that keeps tasks in mind', async () => {
    const service = createMockService()
    const server = setupServer(...mockServiceHandlers(service))
    server.listen({ onUnhandledRequest: 'error' })
    try {
      const { baseUrl, clock } = service
      const stateful = new Mediagen({ apiKey: 'key', baseUrl, clock, random: () => 0 })
      service.faults.dropAfterAccept()
      const generation = await stateful.images.generate({ prompt: 'x' })
      expect(generation.replayed).toBe(true)
      await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    } finally {
      server.close()
    }
  })
})

describe('a poll of the mock that asks to be held', () => {
  const read = (fetch: typeof globalThis.fetch, id: string, init: RequestInit = {}) => {
    const headers = { authorization: 'Bearer any', prefer: 'wait=30' }
    return fetch(`https://mediagen.test/api/v1/tasks/${id}`, { headers, ...init })
  }

  test('ends when the task changes, with the preference that was applied', async () => {
    const { fetch, clock, baseUrl } = createMockService({ processingMs: 4000, progress: false })
    const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
    const { id } = await client.images.generate({ prompt: 'x' })
    const startedAtMs = clock.now()
    for (const [status, afterMs] of [
      ['PROCESSING', 200],
      ['SUCCEEDED', 4200],
    ]) {
      const response = await read(fetch, id)
      expect(response.headers.get('preference-applied')).toBe('wait=30')
      expect(await response.json()).toMatchObject({ status })
      expect(clock.now() - startedAtMs).toBe(afterMs)
    }
  })

  test('ends after the longest hold where nothing changes, and at once where nothing can', async () => {
    const { fetch, clock, baseUrl } = createMockService({ queuedMs: 100_000 })
    const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
    const { id } = await client.images.generate({ prompt: 'x' })
    const startedAtMs = clock.now()
    await read(fetch, id)
    expect(clock.now() - startedAtMs).toBe(30_000)
    await client.tasks.cancel(id)
    await read(fetch, id)
    expect(clock.now() - startedAtMs).toBe(30_000)
  })

  test('compares with the state that If-None-Match names, as the service does', async () => {
    const { fetch, clock, baseUrl } = createMockService({
      queuedMs: 40_000,
      processingMs: 10_000,
      progress: false,
    })
    const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
    const { id } = await client.images.generate({ prompt: 'x' })
    const startedAtMs = clock.now()
    const steps = [
      ['W/"QUEUED"', 304, 30_000, 'W/"QUEUED"'],
      ['W/"PROCESSING"', 200, 30_000, 'W/"QUEUED"'],
      ['W/"QUEUED"', 200, 40_000, 'W/"PROCESSING"'],
      ['"QUEUED"', 200, 40_000, 'W/"PROCESSING"'],
      ['W/"QUEUED", W/"PROCESSING"', 200, 50_000, null],
      ['*', 200, 50_000, null],
    ] as const
    for (const [seen, status, afterMs, etag] of steps) {
      const headers = { authorization: 'Bearer any', prefer: 'wait=30', 'if-none-match': seen }
      const response = await read(fetch, id, { headers })
      expect([response.status, clock.now() - startedAtMs, response.headers.get('etag')]).toEqual([
        status,
        afterMs,
        etag,
      ])
    }
  })

  test('ends at each step of the progress, which grows to less than 100 and ends with the task', async () => {
    const { fetch, clock, baseUrl } = createMockService({ queuedMs: 0, processingMs: 9_000 })
    const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
    const { id } = await client.images.generate({ prompt: 'x' })
    const seen: unknown[] = []
    const tags = new Set<string | null>()
    for (let etag: string | null = 'W/"PROCESSING"'; etag !== null; ) {
      const headers = { authorization: 'Bearer any', prefer: 'wait=30', 'if-none-match': etag }
      const response = await read(fetch, id, { headers })
      const { status, progress } = (await response.json()) as Task
      seen.push(progress ?? status)
      etag = response.headers.get('etag')
      tags.add(etag)
    }
    expect(seen).toEqual([22, 44, 66, 88, 'SUCCEEDED'])
    expect(tags.size).toBe(seen.length)
  })

  test('ends when the task is cancelled meanwhile, and ends with its request', async () => {
    const clock = createFakeClock()
    const { fetch, baseUrl } = createMockService({ clock })
    const client = new Mediagen({ apiKey: 'any', baseUrl, fetch })
    const first = await client.images.generate({ prompt: 'x' })
    clock.holdPauses()
    const response = read(fetch, first.id)
    await until(() => clock.pausesMs.length === 1)
    await first.cancel()
    expect(await (await response).json()).toMatchObject({ status: 'CANCELLED' })
    const second = await client.images.generate({ prompt: 'y' })
    const controller = new AbortController()
    const left = read(fetch, second.id, { signal: controller.signal })
    await until(() => clock.pausesMs.length === 2)
    const reason = new Error('the person left')
    controller.abort(reason)
    await expect(left).rejects.toBe(reason)
  })
})
