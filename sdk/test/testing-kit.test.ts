import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setupServer } from 'msw/node'
import { describe, expect, test } from 'vitest'
import { answersPath, makeContractAnswers } from '../make-contract-answers.js'
import { Mediagen, RateLimitError, TaskFailedError } from '../src/index.js'
import {
  contractAnswers,
  createMockService,
  listenAsServer,
  type MockServiceOptions,
} from '../src/testing/index.js'
import { contractHandlers, mockServiceHandlers } from '../src/testing/msw.js'

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
    expect(new TextDecoder().decode(await result.download())).toBe(`the result of ${generation.id}`)
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

  test('refuses what the balance does not cover', async () => {
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
    service.faults.answer('SERVICE_UNAVAILABLE', 8)
    await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })

  test('links that have run out are renewed, and a transfer that breaks goes on', async () => {
    const { client, service } = start()
    const result = await (await client.images.generate({ prompt: 'x' })).wait()
    service.faults.expireLinks()
    service.faults.breakDownloads(2)
    expect(new TextDecoder().decode(await result.download())).toBe('the result of task1')
  })

  test('are each over when they have struck', async () => {
    const { client, service } = start()
    service.faults.answer('INTERNAL')
    await expect(client.account({ maxRetries: 0 })).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(client.account({ maxRetries: 0 })).resolves.toMatchObject({ currency: 'USD' })
  })
})

test('a mock serves other processes over HTTP', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`
  const service = createMockService({ baseUrl })
  const listening = await listenAsServer(service)
  try {
    const client = new Mediagen({ apiKey: 'key', baseUrl: listening.url, clock: service.clock })
    const input = { file: png, effectId: 'push-in' }
    const result = await (await client.videos.transform(input)).wait()
    expect(await result.download()).toHaveLength(result.files[0]?.sizeBytes ?? 0)
  } finally {
    await listening.close()
  }
})

describe('handlers for Mock Service Worker', () => {
  const client = new Mediagen({ apiKey: 'key', baseUrl: 'https://media.test', maxRetries: 0 })

  test('answer each operation with an example of the contract, the first unless one is named', async () => {
    const server = setupServer(
      ...contractHandlers({ getTask: 'failedWorkerTimeout', generateImage: 'RATE_LIMITED' }),
    )
    server.listen({ onUnhandledRequest: 'error' })
    try {
      await expect(client.account()).resolves.toEqual(contractAnswers.getAccount.answers.account.body)
      await expect(client.tasks.wait('any')).rejects.toMatchObject({ code: 'WORKER_TIMEOUT' })
      await expect(client.images.generate({ prompt: 'x' })).rejects.toThrow(RateLimitError)
    } finally {
      server.close()
    }
  })

  test('know no example that the contract does not have', () => {
    // @ts-expect-error there is none of this name
    expect(() => contractHandlers({ getTask: 'paused' })).toThrow('getTask has no example')
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

  test('answer with what the contract says today', async () => {
    expect(await readFile(answersPath, 'utf8')).toBe(await makeContractAnswers())
  })
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
